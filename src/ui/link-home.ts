import type { LinkHome } from './session.svelte.ts';

/** Gliding writes at most so often: browsers refuse more than about 100 changes in 30 seconds. */
const PAUSE_MS = 400;

/** Keeps the view in the address after `#`. */
export function createLinkHome(location: Location, history: History): LinkHome {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const url = (fragment: string) =>
    `${location.pathname}${location.search}${fragment === '' ? '' : `#${fragment}`}`;
  return {
    read: () => location.hash,
    write(fragment, isStep) {
      clearTimeout(timer);
      if (url(fragment) === url(location.hash.slice(1))) return;
      if (isStep) history.pushState(null, '', url(fragment));
      else timer = setTimeout(() => history.replaceState(null, '', url(fragment)), PAUSE_MS);
    },
  };
}

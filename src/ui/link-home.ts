/** The address bar, or a stand-in. */
export interface LinkHome {
  /** What stands after `#`, and after `?`. */
  read(): { readonly fragment: string; readonly search: string };
  /** `isStep` asks for a history entry. */
  write(fragment: string, isStep: boolean): void;
  /** The whole address with this after `#`. */
  href(fragment: string): string;
}

/** Gliding writes at most so often: browsers refuse more than about 100 changes in 30 seconds. */
const PAUSE_MS = 400;

/** Keeps the view in the address after `#`. What stood after `?` was Sippy's, and is in the fragment from then on. */
export function createLinkHome(location: Location, history: History): LinkHome {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due: string | null = null;
  const url = (fragment: string) => `${location.pathname}${fragment === '' ? '' : `#${fragment}`}`;
  const flush = () => {
    clearTimeout(timer);
    if (due !== null) history.replaceState(null, '', url(due));
    due = null;
  };
  return {
    read() {
      // What was about to be written belongs to the entry that was left.
      clearTimeout(timer);
      due = null;
      return { fragment: location.hash, search: location.search };
    },
    write(fragment, isStep) {
      // A step leaves behind what was seen before it, not what was there when gliding began.
      if (isStep) flush();
      clearTimeout(timer);
      due = null;
      if (url(fragment) === `${location.pathname}${location.search}${location.hash}`) return;
      if (isStep) return history.pushState(null, '', url(fragment));
      due = fragment;
      timer = setTimeout(flush, PAUSE_MS);
    },
    href: (fragment) => new URL(url(fragment), location.href).href,
  };
}

import { setBusy } from './frame.ts';

/** Lets a page appear in steps, a frame or more between them, so that none keeps it from answering. */
export class Stages {
  /** How many steps are done. */
  reached = $state(0);

  /** Must be made while a component is; goes on by itself up to `count`. */
  constructor(count: number) {
    setBusy(this, true);
    $effect(() => {
      if (this.reached < count) return afterFrame(() => this.reached++);
      setBusy(this, false);
      return undefined;
    });
    $effect(() => () => setBusy(this, false));
  }
}

/** Runs the work in a turn of its own once a frame was drawn; a page that nobody sees has no frames. Gives what stops it. */
function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer = setTimeout(work);
  };
  const frame = document.hidden ? null : requestAnimationFrame(later);
  if (frame === null) later();
  return () => {
    if (frame !== null) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

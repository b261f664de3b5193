import type { Size } from '../../timeline/measure.ts';

/** Tells the size of an element's content box, now and whenever it changes. */
export function watchSize(tell: (size: Size) => void) {
  return (element: HTMLElement) => {
    const observer = new ResizeObserver(() => {
      tell({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}

/** Tells whether the end of what scrolls is in sight; the element is its last child. No layout is forced. */
export function watchEnd(tell: (isInSight: boolean) => void) {
  return (element: HTMLElement) => {
    const observer = new IntersectionObserver((entries) => tell(entries[entries.length - 1].isIntersecting), {
      root: element.parentElement,
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}

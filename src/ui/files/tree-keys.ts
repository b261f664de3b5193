/**
 * Arrows in nested lists whose lines are buttons marked with `data-row`: up and down step from line to line, right opens
 * or steps in, left closes or steps out, Home and End go to the ends.
 */
export function stepInTree(event: KeyboardEvent): void {
  const row = event.currentTarget;
  if (!(row instanceof HTMLElement)) return;
  const next = rowByKey(row, event.key);
  if (next === undefined) return;
  event.preventDefault();
  if (next === row) row.click();
  else next?.focus();
}

/** The row itself: it is to be turned; null: there is none; undefined: the key means nothing here. */
function rowByKey(row: HTMLElement, key: string): HTMLElement | null | undefined {
  const rows = [...(row.closest('[data-tree]')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.indexOf(row);
  const isOpen = row.getAttribute('aria-expanded') === 'true';
  switch (key) {
    case 'ArrowDown':
      return rows.at(at + 1) ?? null;
    case 'ArrowUp':
      return at > 0 ? rows[at - 1] : null;
    case 'Home':
      return rows[0];
    case 'End':
      return rows[rows.length - 1];
    case 'ArrowRight':
      return isOpen ? (rows.at(at + 1) ?? null) : row;
    case 'ArrowLeft':
      if (isOpen) return row;
      return row.closest('ul')?.closest('li')?.querySelector<HTMLElement>('[data-row]') ?? null;
    default:
      return undefined;
  }
}

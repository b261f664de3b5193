/** Puts a text on the clipboard; answers what to say of it. */
export async function copyText(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied ${what}`;
  } catch {
    return 'The browser did not allow to copy';
  }
}

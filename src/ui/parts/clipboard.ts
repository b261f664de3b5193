/** Puts a text on the clipboard; answers with `done`, or that it could not be. */
export async function copyText(text: string, done: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    return 'The browser did not allow to copy';
  }
}

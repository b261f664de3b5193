/** Takes off what all lines but the first are indented by: a record is cut out of the middle of its file. */
export function dedent(text: string): string {
  const [first, ...rest] = text.split('\n');
  const indents = rest
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const common = indents.length === 0 ? 0 : indents.reduce((least, each) => Math.min(least, each));
  return [first, ...rest.map((line) => line.slice(common))].join('\n');
}

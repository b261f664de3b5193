import type { Report } from '../model/report.ts';

/**
 * The report as JSON, in pieces: what `JSON.stringify(report, null, 2)` gives and a new line, but an element of a long
 * list at a time, since a text of all of them may be longer than a string can be.
 */
export function* jsonPieces(report: Report): Generator<string> {
  const members = Object.entries(report);
  yield '{\n';
  for (const [i, [name, value]] of members.entries()) {
    const comma = i === members.length - 1 ? '\n' : ',\n';
    yield `  ${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* listPieces(value);
    else yield indented(value, '  ');
    yield comma;
  }
  yield '}\n';
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield '[\n';
  for (const [i, element] of list.entries()) {
    yield `    ${indented(element, '    ')}${i === list.length - 1 ? '\n' : ',\n'}`;
  }
  yield '  ]';
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
}

/** What the beginning of an input tells of the objects in it. */
import type { Head } from '../format.ts';
import { parseJson } from '../item-parser.ts';
import { JsonItemSplitter } from '../json-items.ts';
import { isFields, type Fields } from './fields.ts';
import { YamlItems } from './yaml-items.ts';

/** The first object of a head. */
export type HeadObject =
  | { readonly form: 'json'; readonly fields: Fields }
  /** Its text; of an object that the head ends in, the beginning. */
  | { readonly form: 'yaml' | 'cut-json'; readonly text: string };

/** The first object; null where there is none, or the text is neither JSON nor YAML of Kubernetes. */
export function firstObject(head: Head): HeadObject | null {
  if (/^\s*[{[]/.test(head.text)) return firstOfJson(head);
  return isYaml(head.text) ? firstOfYaml(head.text) : null;
}

function firstOfJson(head: Head): HeadObject | null {
  let first: unknown;
  let found = false;
  const splitter = new JsonItemSplitter({
    onItem(bytes) {
      if (!found) first = parseJson(bytes);
      found = true;
    },
    onSkip() {},
  });
  splitter.push(head.bytes);
  if (found) return isFields(first) ? { form: 'json', fields: first } : null;
  return splitter.end().cutAt === null ? null : { form: 'cut-json', text: head.text };
}

/** The first line with something in it is one of these; a text with `kind:` in it alone may be anything. */
const YAML_BEGIN = /^(?:- )?(?:apiVersion|kind|metadata|items|action|count|data|involvedObject):(?:\s|$)/;

function isYaml(text: string): boolean {
  const begin = text.split('\n', 50).find((line) => line.trim() !== '' && !/^(?:#|%|---|\.\.\.)/.test(line));
  return begin !== undefined && YAML_BEGIN.test(begin) && /^(?:- | {2,4})?(?:apiVersion|kind):/m.test(text);
}

function firstOfYaml(text: string): HeadObject | null {
  let first: string | null = null;
  const items = new YamlItems((item) => void (first ??= item.text));
  for (const line of text.split('\n')) {
    items.push({ text: line.replace(/\r$/, ''), number: 1 });
    if (first !== null) break;
  }
  const found = first ?? items.open;
  return found === '' ? null : { form: 'yaml', text: found };
}

/** A scalar right under an object that is written as YAML, or standing anywhere in a cut one; empty where it is not told. */
export function scalarOf({ form, text }: Exclude<HeadObject, { form: 'json' }>, name: string): string {
  const indent = Math.max(0, text.search(/\S/));
  const pattern =
    form === 'yaml'
      ? new RegExp(`^ {${Math.min(indent, 100)}}${name}: *["']?([^"'\\s#]{1,253})`, 'm')
      : new RegExp(`"${name}"\\s{0,100}:\\s{0,100}"([^"]{1,253})"`);
  return pattern.exec(text)?.[1] ?? '';
}

/** Whether an object has a member, right under it in YAML, anywhere in a cut one. */
export function hasMember({ form, text }: Exclude<HeadObject, { form: 'json' }>, name: string): boolean {
  if (form !== 'yaml') return new RegExp(`"${name}"\\s{0,100}:`).test(text);
  const indent = Math.min(100, Math.max(0, text.search(/\S/)));
  return new RegExp(`^ {${indent}}${name}:(?:\\s|$)`, 'm').test(text);
}

/** Whether a head is a list of this kind without anything in it. */
export function isEmptyListOf(kind: string, { text, isWhole }: Head): boolean {
  if (!isWhole || text.length > 1 << 12) return false;
  const isOfKind = new RegExp(
    `^\\s*"?kind"?\\s*:\\s*"?${kind}\\b|[{,]\\s*"kind"\\s*:\\s*"${kind}"`,
    'm',
  ).test(text);
  return isOfKind && /"?items"?\s*:\s*(?:\[\s*\]|null|~)/.test(text);
}

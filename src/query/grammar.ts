/**
 * The filter language. One query is one line of text:
 *
 *   query   = [ either ]                        nothing: all rows
 *   either  = all { ("or" | "OR") all }         binds least
 *   all     = each { [ "and" | "AND" ] each }   a space is an “and”
 *   each    = [ "-" ] ( "(" either ")" | term ) binds most
 *   term    = text | key ":" value | "is:" predicate
 *           | "dur" op duration | "code" op number | ("from" | "to") op time | "at:" time
 *   text    = word | "quoted" | /regex/ | /regex/i
 *   value   = the same
 *   op      = ">" | ">=" | "<" | "<=" | "=" | ":"
 *
 * - A word ends at white space and at a “)” that it did not open. In words “*” stands for any text; quotation marks
 *   make it, and all else, plain (`\"` and `\\` inside).
 * - Upper and lower case are the same, but in regular expressions without `i`.
 * - Text is found anywhere in the locator (`namespace/x pod/y`), source, level, reason, message, or the value of one
 *   annotation. `key:value` wants the whole value, `message:value` a part; `key:*` any value but the empty one, and
 *   `key:""` the empty one.
 * - Regular expressions have no look-around and no back references, which is why they end in time; of a longer text
 *   they see the first 16,384 characters.
 * - `/api/v1` is a word: a regular expression ends with its second slash.
 * - Times are UTC. One without a date is the first such time at or after the data's start; where the data end
 *   before it, it is that time on the day of the start. `at:` and `=` mean the whole of what is written, so
 *   `at:10:57` is all that touches that minute; `>` and `<` compare with its beginning.
 * - An open end is where the data end, as it is drawn.
 *
 * What follows is the same as data, for help and completion.
 */
import { listWords } from '../base/text.ts';
import { PREDICATES, type Predicate } from './query.ts';

/** Where the value of a key is found. */
export type KeyHome = 'source' | 'level' | 'reason' | 'message' | 'file' | 'type' | 'locator' | 'request';

export interface QueryKey {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly home: KeyHome;
  readonly meaning: string;
}

export const QUERY_KEYS: readonly QueryKey[] = [
  key('source', 'source', 'what recorded the interval'),
  key('level', 'level', 'Info, Warning or Error'),
  key('reason', 'reason', 'the reason that the message gives'),
  key('message', 'message', 'a part of the message', ['msg']),
  key('node', 'locator', 'node, by its full or its short name'),
  key('namespace', 'locator', 'namespace', ['ns']),
  key('pod', 'locator', 'pod'),
  key('container', 'locator', 'container'),
  key('backend', 'locator', 'backend of a disruption, with or without its connection'),
  key('connection', 'locator', 'new or reused'),
  key('lb', 'locator', 'load balancer: external, internal, service-network or localhost', ['load-balancer']),
  key('protocol', 'locator', 'http1 or http2'),
  key('observer', 'locator', 'who measured a disruption'),
  key('verb', 'request', 'verb of a request in an audit log: get, list, watch, update, …'),
  key('code', 'request', 'answer to a request, such as 200 or 5*; also code>=500'),
  key('user', 'request', 'who asked'),
  key('agent', 'request', 'user agent of a request'),
  key('path', 'request', 'path of a request, without its query'),
  key('resource', 'request', 'resource of a request: pods, deployments.apps/scale'),
  key('address', 'request', 'peer of a request', ['ip']),
  key('server', 'request', 'apiserver that answered'),
  key('request-audit-id', 'request', 'audit ID, whole: of a failed sample, and of the request itself', [
    'audit-id',
  ]),
  key('type', 'type', 'type of the locator'),
  key('file', 'file', 'path or name of the input'),
];

const BY_NAME: ReadonlyMap<string, QueryKey> = new Map(
  QUERY_KEYS.flatMap((each) => [each.name, ...each.aliases].map((name) => [name, each] as const)),
);

/** The key that goes by this name; null for a name that only the data may know. */
export function findQueryKey(name: string): QueryKey | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

export const PREDICATE_MEANINGS: Readonly<Record<Predicate, string>> = {
  open: 'its start or its end was never seen',
  instant: 'has no duration',
  display: 'meant for charts by its producer',
  disruption: 'an outage or a sampler’s word on one',
  signalled: 'a disruption whose apiserver was told to stop',
  unsignalled: 'a disruption with no signal behind it',
  missing: 'a disruption at an episode whose signal is missing, and the mark where it is',
  undeterminable: 'a disruption that the files do not suffice to judge',
  'not-applicable': 'a disruption of no apiserver’s backend, or of the client’s network',
  error: 'of level Error; a request answered with 5xx',
  late: 'a request on a connection made after 80 % of the shutdown delay',
  loopback: 'a request from the server’s own host',
};

/** One line of the help. */
export interface GrammarRule {
  readonly form: string;
  readonly meaning: string;
  readonly example: string;
}

export const GRAMMAR: readonly GrammarRule[] = [
  rule('text', 'anywhere in locator, source, level, reason, message or annotations', 'timeout'),
  rule('"a phrase"', 'exactly these characters, in any case', '"connection refused"'),
  rule('/regex/i', 'regular expression; i: in any case', '/time(d )?out/i'),
  rule('key:value', 'the whole value of a key; * stands for any text', 'node:master-1'),
  rule('key:*', 'the key has a value', 'request-audit-id:*'),
  rule('is:…', listWords(PREDICATES), 'is:unsignalled'),
  rule('dur>…', 'longer; also >=, <, <= and =', 'dur>=1m30s'),
  rule('code>=…', 'requests by their answer; also >, <, <= and =', 'code>=500'),
  rule('from>… to<…', 'starts after, ends before; UTC', 'from>10:57:20 to<2023-03-13T11:00:00Z'),
  rule('at:…', 'touches this second, minute or day; UTC', 'at:10:57:25'),
  rule('-…', 'excludes', '-level:Info'),
  rule('a b', 'both', 'is:error node:master-1'),
  rule('a or b', 'either; binds less than a space', 'reason:Reboot or reason:NotReady'),
  rule('( … )', 'groups', 'is:error (timeout or refused)'),
];

function key(name: string, home: KeyHome, meaning: string, aliases: readonly string[] = []): QueryKey {
  return { name, aliases, home, meaning };
}

function rule(form: string, meaning: string, example: string): GrammarRule {
  return { form, meaning, example };
}

/** Audit records as text, realistic and odd, and damage to them: what the scanner has to read as JSON.parse would. */
import type { Random } from '../../../support/generate/random.ts';

type Pair = readonly [key: string, json: string];

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'post', ''];
const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'];
const QUERIES = [
  '',
  '?',
  '?watch=true',
  '?a=b&watch=1',
  '?watch=10',
  '?watch=truex',
  '?watch=true_',
  '?xwatch=true',
  '?a=1&watch=true&b=2',
  '?watch=false',
  '??watch=1',
  '?a?watch=1',
  '?watch=tru',
  '?watch=',
];
const TEXTS = [
  '',
  'a',
  'é',
  '✓',
  '💾',
  '\ud800',
  'say "no"',
  'back\\slash',
  'a/b',
  'line\nend',
  '\u007f',
  '\u2028',
  '<&>',
];
const TIMES = [
  '2025-05-06T06:00:07Z',
  '2025-05-06T06:00:07.1Z',
  '2025-05-06T06:00:07.123456789Z',
  '2025-05-06T06:00:07.1234567890Z',
  '2025-05-06T06:00:07.Z',
  '2025-05-06t06:00:07z',
  '2025-05-06 06:00:07Z',
  '2025-05-06T06:00:07,5Z',
  '2025-05-06T06:00:07+02:00',
  '2024-02-29T23:59:59.999999Z',
  '2025-02-29T23:59:59.999999Z',
  '1900-02-29T00:00:00Z',
  '2000-02-29T00:00:00Z',
  '2025-13-01T00:00:00Z',
  '2025-00-01T00:00:00Z',
  '2025-01-00T00:00:00Z',
  '2025-05-06T24:00:00Z',
  '2025-05-06T06:60:00Z',
  '2025-05-06T06:00:60Z',
  '0001-01-01T00:00:00Z',
  '0050-01-01T00:00:00Z',
  '1969-12-31T23:59:59.5Z',
  '9999-12-31T23:59:59.999Z',
  '20250506T060007Z',
  '',
];
const CODES = [
  '200',
  '404',
  '0',
  '7',
  '999',
  '1000',
  '-1',
  '200.0',
  '2e2',
  '20e1',
  '"200"',
  'null',
  'true',
  '{}',
  '01',
];
const NOTES: readonly Pair[] = [
  ['openshift.io/during-graceful', '"loopback=true,,readyz=false"'],
  ['openshift.io/unready', '"loopback=false,,readyz=false"'],
  ['openshift.io/build.name', '"x"'],
  ['apiserver.k8s.io/shutdown', '"elapsed=1m3s threshold=90.00% late=true self= loopback=false"'],
  ['apiserver.k8s.io/startup', '"early=true self=false loopback=true"'],
  ['audit.k8s.io/truncated', '"true"'],
  ['apiserver.latency.k8s.io/total', '"523.5ms"'],
  ['apiserver.latency.k8s.io/etcd', '17'],
  ['authentication.k8s.io/legacy-token', '"x"'],
  ['o', '"x"'],
  ['', '"x"'],
];
const VALUES = [
  'null',
  'true',
  'false',
  '0',
  '-0.5e+7',
  '[]',
  '{}',
  '""',
  '[1,[2,{"a":[]}]]',
  '"x"',
  '1E5',
  '{"__proto__":{"stage":"Panic"}}',
];
/** None of these is JSON. */
const NO_VALUES = [
  '',
  'nul',
  'tru',
  '-',
  '1.',
  '.5',
  '01',
  '+1',
  '1e',
  '[1,]',
  '{"a"}',
  '{"a":1,}',
  '"\t"',
  '"\\x"',
  '"\\u12g4"',
  '[}',
  'NaN',
];

/** One line without its end. */
export function oddRecord(random: Random): string {
  const oddness = random.pick([0, 0, 0.02, 0.1]);
  const odd = () => random.chance(oddness);
  const pairs: Pair[] = [
    ['kind', text(random, odd() ? 'EventList' : 'Event')],
    ['apiVersion', text(random, odd() ? 'v1' : 'audit.k8s.io/v1')],
    ['level', text(random, 'Metadata')],
    ['auditID', text(random, odd() ? oddText(random) : random.uuid())],
    ['stage', text(random, odd() ? oddText(random) : random.pick(STAGES))],
    ['requestURI', text(random, uri(random, odd()))],
    ['verb', text(random, odd() ? oddText(random) : random.pick(VERBS))],
    [
      'user',
      members(random, [
        ['username', text(random, odd() ? oddText(random) : `u-${random.below(9)}`)],
        ['groups', '["g"]'],
      ]),
    ],
    ['sourceIPs', addresses(random, odd())],
    ['userAgent', text(random, odd() ? oddText(random) : `kubelet/v1.26 "${random.below(5)}" & more`)],
    ['objectRef', objectRef(random, odd())],
    [
      'responseStatus',
      members(random, [
        ['metadata', '{}'],
        ['code', odd() ? random.pick(CODES) : '200'],
      ]),
    ],
    ['requestReceivedTimestamp', text(random, odd() ? random.pick(TIMES) : time(random))],
    ['stageTimestamp', text(random, odd() ? random.pick(TIMES) : time(random))],
    ['annotations', annotations(random, odd())],
  ];
  if (odd())
    pairs.push([
      random.pick(['hostname', 'host', 'impersonatedUser', 'kubernetes', 'timestamp', 'x']),
      oddValue(random),
    ]);
  if (odd()) pairs.push([random.pick(pairs)[0], oddValue(random)]);
  if (odd()) pairs.splice(random.below(pairs.length), 1);
  if (odd()) pairs.push(['requestObject', nested(random.pick([3, 255, 256, 257, 300]))]);
  const line = members(random, random.chance(0.5) ? random.shuffle(pairs) : pairs);
  return `${odd() ? random.pick([' ', 'master-0 ', '\ufeff', '[']) : ''}${line}${odd() ? random.pick([' ', '\r', '\t ', ',', '}', '{}']) : ''}`;
}

/** Flips, takes out, puts in, doubles or cuts bytes. */
export function damaged(random: Random, line: Uint8Array): Uint8Array {
  const at = random.below(line.length);
  const end = Math.min(line.length, at + 1 + random.below(random.pick([1, 4, 40])));
  const some = Uint8Array.from({ length: random.between(1, 3) }, () =>
    random.pick([...INSERTED, random.below(256)]),
  );
  return joined(
    random.pick([
      [line.subarray(0, at), some.subarray(0, 1), line.subarray(at + 1)],
      [line.subarray(0, at), line.subarray(end)],
      [line.subarray(0, at), some, line.subarray(at)],
      [line.subarray(0, end), line.subarray(at)],
      [line.subarray(0, at)],
    ]),
  );
}

const INSERTED = [...'"\\{}[]:,0-.eE \t\r\n\0?&ué'].map((char) => char.charCodeAt(0));

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

function uri(random: Random, isOdd: boolean): string {
  const path = `/api/v1/namespaces/n-${random.below(20)}/pods`;
  if (!isOdd) return path + random.pick(QUERIES);
  return random.pick([
    path + random.pick(TEXTS),
    'x'.repeat(random.between(8190, 8194)),
    `/${'é"'.repeat(4000)}`,
  ]);
}

function addresses(random: Random, isOdd: boolean): string {
  const list = random.pick([
    ['192.0.2.7'],
    ['::1'],
    ['127.0.0.1'],
    ['198.51.100.4', '192.0.2.9'],
    [],
    ['127'],
    ['::11'],
  ]);
  if (!isOdd)
    return array(
      random,
      list.map((one) => text(random, one)),
    );
  return array(random, [
    ...list.map((one) => text(random, one)),
    random.pick(['1', 'null', text(random, oddText(random))]),
  ]);
}

function objectRef(random: Random, isOdd: boolean): string {
  const pairs: Pair[] = [
    ['resource', text(random, random.pick(['pods', 'leases', 'a/exec', '']))],
    ['namespace', text(random, `n-${random.below(9)}`)],
    ['name', text(random, 'x')],
    ['apiGroup', text(random, random.pick(['', 'apps']))],
    [
      'subresource',
      text(random, random.pick(['', 'exec', 'attach', 'portforward', 'proxy', 'status', 'xexec', 'x/exec'])),
    ],
  ];
  if (isOdd) pairs.push([random.pick(pairs)[0], oddValue(random)]);
  return members(
    random,
    pairs.filter(() => random.chance(0.8)),
  );
}

function annotations(random: Random, isOdd: boolean): string {
  const pairs: Pair[] = [['authorization.k8s.io/decision', '"allow"']];
  while (random.chance(isOdd ? 0.7 : 0.05)) pairs.push(random.pick(NOTES));
  return isOdd && random.chance(0.1) ? oddValue(random) : members(random, pairs);
}

function time(random: Random): string {
  const at = new Date(1_746_511_207_000 + random.below(9_000_000)).toISOString().slice(0, 23);
  return `${at}${String(random.below(1000)).padStart(3, '0')}Z`;
}

function oddText(random: Random): string {
  return random.chance(0.1)
    ? 'é'.repeat(random.pick([10, 5000, 9000]))
    : random.pick(TEXTS) + random.pick(TEXTS);
}

function oddValue(random: Random): string {
  return random.pick(random.chance(0.2) ? NO_VALUES : VALUES);
}

function nested(depth: number): string {
  return '[{"a":'.repeat(depth / 2) + (depth % 2 === 1 ? '[1]' : '1') + '}]'.repeat(depth / 2);
}

/** A string with more escapes than it needs. */
function text(random: Random, value: string): string {
  const json = JSON.stringify(value);
  if (random.chance(0.9)) return json;
  return json.replace(/[a-z/é](?![^"\\]*$)/gi, (char, at: number) =>
    json[at - 1] === '\\' || /\\u.{0,3}$/.test(json.slice(0, at)) || random.chance(0.8)
      ? char
      : random.pick([`\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`, char === '/' ? '\\/' : char]),
  );
}

function members(random: Random, pairs: readonly Pair[]): string {
  const gap = spaces(random);
  return `{${gap()}${pairs.map(([key, json]) => `${random.chance(0.003) ? text(random, key) : `"${key}"`}${gap()}:${gap()}${json}`).join(`${gap()},${gap()}`)}${gap()}}`;
}

function array(random: Random, items: readonly string[]): string {
  const gap = spaces(random);
  return `[${gap()}${items.join(`${gap()},${gap()}`)}${gap()}]`;
}

function spaces(random: Random): () => string {
  const isWide = random.chance(0.15);
  return () => (isWide ? random.pick(['', ' ', '\t', '\r', '  ']) : '');
}

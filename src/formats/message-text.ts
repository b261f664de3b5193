/**
 * Messages as text, as interval files wrote them until the end of 2023: `reason/NodeUpdate phase/Reboot roles/worker
 * rebooted and kubelet started`. Writer: openshift/origin: pkg/monitor/monitorapi/message.go.
 */

export interface MessageParts {
  readonly reason: string;
  readonly message: string;
  /** All parts, `reason` and `cause` among them, under the names that structured messages use. */
  readonly annotations: Readonly<Record<string, string>>;
}

const KNOWN_PARTS: ReadonlySet<string> = new Set(
  (
    'reason cause constructed phase roles role state condition status config node duration code container image count ' +
    'alertstate severity interesting pathological locator request-audit-id firstTimestamp lastTimestamp mirrored term ' +
    'leader prev-leader local-member-id finishedStatus'
  ).split(' '),
);

/** `role` was written for unfinished node phases; everything else says `roles`. */
const RENAMED: ReadonlyMap<string, string> = new Map([['role', 'roles']]);

/** Parts first, then free text, which may hold slashes itself: the first token that is no known part ends the parts. */
export function parseMessageText(text: string): MessageParts {
  const parts = new Map<string, string>();
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at++;
    const space = text.indexOf(' ', at);
    const token = text.slice(at, space < 0 ? text.length : space);
    const slash = token.indexOf('/');
    const name = token.slice(0, slash);
    if (slash <= 0 || !KNOWN_PARTS.has(name)) break;
    const value = token.slice(slash + 1);
    const known = RENAMED.get(name) ?? name;
    // A part may be empty, and may be there twice; the last that says something counts.
    if (value !== '' || !parts.has(known)) parts.set(known, value);
    at += token.length;
  }
  return finishParts(parts, text.slice(at).trim());
}

/** Conditions of cluster operators put their whole text, with spaces, behind `reason/`. */
export function parseOperatorMessageText(text: string): MessageParts {
  const at = text.indexOf('reason/');
  if (at < 0) return parseMessageText(text);
  const before = parseMessageText(text.slice(0, at));
  const rest = text.slice(at + 'reason/'.length).trim();
  const colon = /^([A-Za-z0-9_]+): /.exec(rest);
  const isWord = /^[A-Za-z0-9_]+$/.test(rest);
  const reason = isWord ? rest : (colon?.[1] ?? '');
  const parts = new Map(Object.entries(before.annotations));
  if (reason !== '') parts.set('reason', reason);
  return finishParts(parts, isWord ? before.message : rest);
}

function finishParts(parts: Map<string, string>, message: string): MessageParts {
  for (const [name, value] of parts) if (value === '') parts.delete(name);
  return { reason: parts.get('reason') ?? '', message, annotations: Object.fromEntries(parts) };
}

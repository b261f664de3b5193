import type { ErrorClass } from '../model/report.ts';

/** Texts of Go's HTTP client, the most telling first: one message may hold several. */
const SIGNS: readonly (readonly [RegExp, ErrorClass])[] = [
  [/timeout awaiting response headers/, 'timeout-awaiting-headers'],
  [/no such host|lookup [^ ]{1,253}(?: on [^ ]{1,80})?: /, 'dns'],
  [/TLS handshake timeout/, 'tls-handshake-timeout'],
  [/client connection lost/, 'client-connection-lost'],
  [/connection refused/, 'connection-refused'],
  [/connection reset by peer|broken pipe/, 'connection-reset'],
  [/\bEOF\b/, 'eof'],
  [/Client\.Timeout exceeded/, 'client-timeout'],
  [/context deadline exceeded/, 'deadline-exceeded'],
  [/i\/o timeout/, 'io-timeout'],
  [/did not contain the correct body/, 'bad-body'],
  [/(?:error running request: |status(?: code)?:? ?|code=)5\d\d\b/i, 'http-5xx'],
  [/(?:error running request: |status(?: code)?:? ?|code=)429\b/i, 'http-429'],
  [/(?:error running request: |status(?: code)?:? ?|code=)\d{3}\b/i, 'http-other'],
];

/** Error bodies can be whole pages; what tells the class stands at the front. */
const MAX_LOOK = 4096;

/** The class of the error that a disruption message ends with; null for a message that tells none. */
export function classifyError(message: string): ErrorClass | null {
  const at = message.search(/ over (?:new|reused) connections: |started failing: /);
  const error =
    at >= 0 ? message.slice(message.indexOf(': ', at) + 2, at + MAX_LOOK) : message.slice(0, MAX_LOOK);
  const found = SIGNS.find(([pattern]) => pattern.test(error));
  if (found !== undefined) return found[1];
  return at >= 0 && error.trim() !== '' ? 'other' : null;
}

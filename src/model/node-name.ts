/** Whether a text is a dotted IPv4 address. */
export function isIpAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text);
}

/** The first label of a host name; an address is its own label. */
export function shortNodeName(name: string): string {
  return isIpAddress(name) ? name : (name.split('.', 1)[0] ?? name);
}

/** The address inside names like `ip-10-0-220-42.us-west-1.compute.internal`, or the address itself; else null. */
export function addressOfName(name: string): string | null {
  if (isIpAddress(name)) return name;
  const match = /^ip-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?:\.|$)/.exec(name);
  return match === null ? null : match.slice(1, 5).join('.');
}

/** Lower case, without the prefixes that sources put before a node's name, and without a port. */
export function cleanNodeName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^node\//, '')
    .replace(/^kube-apiserver-/, '')
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/, '$1');
}

/**
 * Knows which names mean the same node: full name, first label and the dotted address of `ip-a-b-c-d` are one, and so
 * are aliases that the data tell. The name of a node is the longest form met, then the first in order of text.
 */
export class NodeNames {
  #longest = new Map<string, string>(); // by identity
  #alias = new Map<string, string>(); // identity to identity

  /** Makes a name known; order of calls does not matter for what `nameOf` answers afterwards. */
  add(text: string): void {
    const name = cleanNodeName(text);
    if (name === '') return;
    const id = this.#resolve(identityOf(name));
    const known = this.#longest.get(id);
    if (known === undefined || isBetterName(name, known)) this.#longest.set(id, name);
  }

  /** Two texts name one node, e.g. a host name and an address. */
  join(one: string, other: string): void {
    this.add(one);
    this.add(other);
    const a = this.#resolve(identityOf(cleanNodeName(one)));
    const b = this.#resolve(identityOf(cleanNodeName(other)));
    if (a === b) return;
    const [kept, dropped] = a < b ? [a, b] : [b, a];
    const names = [this.#longest.get(kept)!, this.#longest.get(dropped)!];
    this.#alias.set(dropped, kept);
    this.#longest.delete(dropped);
    this.#longest.set(kept, isBetterName(names[1], names[0]) ? names[1] : names[0]);
  }

  /** The longest form met of the node that the text names; the cleaned text itself for a node never added. */
  nameOf(text: string): string {
    const name = cleanNodeName(text);
    return this.#longest.get(this.#resolve(identityOf(name))) ?? name;
  }

  /** All nodes, by their longest names, sorted. */
  all(): string[] {
    return [...this.#longest.values()].sort();
  }

  #resolve(id: string): string {
    let current = id;
    for (let next = this.#alias.get(current); next !== undefined; next = this.#alias.get(current))
      current = next;
    return current;
  }
}

function identityOf(name: string): string {
  return addressOfName(name) ?? shortNodeName(name);
}

function isBetterName(name: string, known: string): boolean {
  return name.length > known.length || (name.length === known.length && name < known);
}

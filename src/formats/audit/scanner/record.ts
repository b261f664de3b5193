// One audit record: which of its members are wanted, and where their values stand. Whatever is odd is refused: then the
// line is read another way. What is taken is what audit-event.ts would read.
import {
  BACKSLASH,
  byteAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  escapeEnd,
  hexAt,
  OPEN_BRACE,
  OPEN_BRACKET,
  plainStop,
  QUOTE,
  skipValue,
  space,
  stringEnd,
  stringStop,
  unescaped,
  valueOf,
} from './json';
import { maskOf, SCRATCH, SCRATCH_END } from './memory';
import { instant, timeEnd } from './time';

/** As in audit-event.ts. */
const MAX_TEXT: usize = 8192;

/** Which object a member is of. */
const OF_RECORD: u32 = 0;
const OF_USER: u32 = 1;
const OF_OBJECT: u32 = 2;
const OF_STATUS: u32 = 3;
const OF_NOTES: u32 = 4;

/** What was met, a bit each: twice is odd. */
const AUDIT_ID: u32 = 1;
const STAGE: u32 = 2;
const URI: u32 = 4;
const VERB: u32 = 8;
const RECEIVED: u32 = 16;
const STAGE_TIME: u32 = 32;
const NEEDED: u32 = AUDIT_ID | STAGE | URI | VERB | RECEIVED | STAGE_TIME;
const KIND: u32 = 64;
const USER: u32 = 128;
const ADDRESSES: u32 = 256;
const AGENT: u32 = 512;
const OBJECT: u32 = 1024;
const STATUS: u32 = 2048;
const NOTES: u32 = 4096;
const USER_NAME: u32 = 8192;
const RESOURCE: u32 = 1 << 14;
const NAMESPACE: u32 = 1 << 15;
const GROUP: u32 = 1 << 16;
const PART: u32 = 1 << 17;
const CODE: u32 = 1 << 18;
let met: u32 = 0;

export let idAt: usize = 0;
export let idLength: u32 = 0;
export let stage: u32 = 0;
export let uriAt: usize = 0;
export let uriLength: u32 = 0;
export let verbLow: u64 = 0;
export let verbHigh: u64 = 0;
export let isWatch: bool = false;
export let received: f64 = 0;
export let stageAt: f64 = 0;
export let userAt: usize = 0;
export let userLength: u32 = 0;
export let agentAt: usize = 0;
export let agentLength: u32 = 0;
export let addressAt: usize = 0;
export let addressLength: u32 = 0;
export let resourceAt: usize = 0;
export let resourceLength: u32 = 0;
export let namespaceAt: usize = 0;
export let namespaceLength: u32 = 0;
export let groupAt: usize = 0;
export let groupLength: u32 = 0;
export let partAt: usize = 0;
export let partLength: u32 = 0;
export let code: u32 = 0;
/** Where annotations stand that have to be read outside; both 0: there are none that tell anything. */
export let notesAt: usize = 0;
export let notesEnd: usize = 0;
/** Where more can be put that lives as long as the line. */
export let scratch: usize = SCRATCH;

let textAt: usize = 0;
let textLength: u32 = 0;
let isTelling: bool = false;

/** From a line's first byte to behind its end. */
export function readRecord(p: usize): usize {
  met = 0;
  scratch = SCRATCH;
  userLength = agentLength = addressLength = 0;
  resourceLength = namespaceLength = groupLength = partLength = 0;
  code = 0;
  notesAt = notesEnd = 0;
  p = readObject(p, OF_RECORD);
  if (p == 0 || (met & NEEDED) != NEEDED) return 0;
  p = space(p);
  return byteAt(p) == 0x0a ? p + 1 : 0;
}

function readObject(p: usize, owner: u32): usize {
  if (byteAt(p) != OPEN_BRACE) return 0;
  p = space(p + 1);
  if (byteAt(p) == CLOSE_BRACE) return p + 1;
  while (true) {
    if (byteAt(p) != QUOTE) return 0;
    const key = p + 1;
    let end = stringStop(key);
    if (byteAt(end) != QUOTE) {
      // An escape may hide the name of a wanted member. For annotations that is looked into outside.
      if (owner != OF_NOTES) return 0;
      isTelling = true;
      end = stringEnd(end);
      if (end == 0) return 0;
    }
    p = valueOf(end);
    if (p == 0) return 0;
    p = readMember(owner, key, (end - key) as u32, p);
    if (p == 0) return 0;
    p = space(p);
    const next = byteAt(p);
    if (next == CLOSE_BRACE) return p + 1;
    if (next != COMMA) return 0;
    p = space(p + 1);
  }
}

function readMember(owner: u32, key: usize, length: u32, p: usize): usize {
  if (owner == OF_RECORD) return readOfRecord(key, length, p);
  if (owner == OF_USER) return readOfUser(key, length, p);
  if (owner == OF_OBJECT) return readOfObject(key, length, p);
  if (owner == OF_STATUS) return readOfStatus(key, length, p);
  // How TELLING_NAMES in annotations.ts begin: `ap`, `aud`, `op`. What else begins so is read outside for nothing.
  const begin = load<u16>(key);
  if (begin == 0x7061 || begin == 0x706f || (begin == 0x7561 && byteAt(key + 2) == 0x64)) isTelling = true;
  return skipValue(p);
}

function readOfRecord(key: usize, length: u32, p: usize): usize {
  const begin = load<u64>(key);
  switch (length) {
    case 4: {
      const name = begin as u32;
      if (name == 0x646e696b /* kind */) return readKind(p);
      if (name == 0x62726576 /* verb */) return readVerb(p);
      if (name == 0x72657375 /* user */) return meet(USER) ? readObject(p, OF_USER) : 0;
      if (name == 0x74736f68 /* host */) return 0; // a wrapper's, that names the node
      break;
    }
    case 5:
      if ((begin & 0xff_ffff_ffff) == 0x6567617473 /* stage */) return readStage(p);
      break;
    case 7:
      if ((begin & 0xff_ffff_ffff_ffff) == 0x44497469647561 /* auditID */) return readAuditId(p);
      break;
    case 8:
      if (begin == 0x656d616e74736f68 /* hostname */) return 0;
      break;
    case 9:
      if (begin == 0x5049656372756f73 /* sourceIPs */ && byteAt(key + 8) == 0x73) return readAddresses(p);
      if (begin == 0x6e65674172657375 /* userAgent */ && byteAt(key + 8) == 0x74) return readAgent(p);
      if (begin == 0x65527463656a626f /* objectRef */ && byteAt(key + 8) == 0x66)
        return meet(OBJECT) ? readObject(p, OF_OBJECT) : 0;
      break;
    case 10:
      if (begin == 0x5574736575716572 /* requestURI */ && load<u16>(key + 8) == 0x4952) return readUri(p);
      if (begin == 0x74656e726562756b /* kubernetes */ && load<u16>(key + 8) == 0x7365) return 0;
      break;
    case 11:
      if (begin == 0x697461746f6e6e61 /* annotations */ && load<u32>(key + 7) == 0x736e6f69)
        return readNotes(p);
      break;
    case 14:
      if (begin == 0x65736e6f70736572 /* responseStatus */ && load<u64>(key + 6) == 0x7375746174536573)
        return meet(STATUS) ? readObject(p, OF_STATUS) : 0;
      if (begin == 0x6d69546567617473 /* stageTimestamp */ && load<u64>(key + 6) == 0x706d617473656d69)
        return readStageTime(p);
      break;
    case 16:
      if (begin == 0x6e6f737265706d69 /* impersonatedUser */ && load<u64>(key + 8) == 0x7265735564657461)
        return 0;
      break;
    case 24:
      if (
        begin == 0x5274736575716572 /* requestReceivedTimestamp */ &&
        load<u64>(key + 16) == 0x706d617473656d69
      )
        if (load<u64>(key + 8) == 0x5464657669656365) return readReceived(p);
      break;
  }
  return skipValue(p);
}

function readOfUser(key: usize, length: u32, p: usize): usize {
  if (length != 8 || load<u64>(key) != 0x656d616e72657375 /* username */) return skipValue(p);
  if (!meet(USER_NAME)) return 0;
  p = readText(p);
  userAt = textAt;
  userLength = textLength;
  return p;
}

function readOfObject(key: usize, length: u32, p: usize): usize {
  const begin = load<u64>(key);
  if (length == 8 && begin == 0x656372756f736572 /* resource */) {
    if (!meet(RESOURCE)) return 0;
    p = readText(p);
    resourceAt = textAt;
    resourceLength = textLength;
    return p;
  }
  if (length == 9 && begin == 0x63617073656d616e /* namespace */ && byteAt(key + 8) == 0x65) {
    if (!meet(NAMESPACE)) return 0;
    p = readText(p);
    namespaceAt = textAt;
    namespaceLength = textLength;
    return p;
  }
  if (length == 8 && begin == 0x70756f7247697061 /* apiGroup */) {
    if (!meet(GROUP)) return 0;
    p = readText(p);
    groupAt = textAt;
    groupLength = textLength;
    return p;
  }
  if (length == 11 && begin == 0x756f736572627573 /* subresource */ && load<u32>(key + 7) == 0x65637275) {
    if (!meet(PART)) return 0;
    p = readText(p);
    partAt = textAt;
    partLength = textLength;
    return p;
  }
  return skipValue(p);
}

/** A code of one to three digits and nothing else is taken. */
function readOfStatus(key: usize, length: u32, p: usize): usize {
  if (length != 4 || load<u32>(key) != 0x65646f63 /* code */) return skipValue(p);
  const end = skipValue(p);
  if (!meet(CODE) || end == 0 || end - p > 3) return 0;
  for (; p < end; p++) {
    const digit = byteAt(p) - 0x30;
    if (digit > 9) return 0;
    code = code * 10 + digit;
  }
  return end;
}

function readKind(p: usize): usize {
  if (!meet(KIND)) return 0;
  p = readText(p);
  const isList =
    textLength == 9 && load<u64>(textAt) == 0x73694c746e657645 /* EventLis */ && byteAt(textAt + 8) == 0x74;
  return isList ? 0 : p;
}

/** Verbs are short, and few. */
function readVerb(p: usize): usize {
  if (!meet(VERB)) return 0;
  p = readText(p);
  if (p == 0 || textLength > 16) return 0;
  const begin = load<u64>(textAt);
  const rest = load<u64>(textAt + 8);
  verbLow = textLength < 8 ? begin & maskOf(textLength) : begin;
  verbHigh = textLength <= 8 ? 0 : textLength < 16 ? rest & maskOf(textLength - 8) : rest;
  isWatch = verbLow == 0x6863746177 /* watch */ && verbHigh == 0;
  return p;
}

function readStage(p: usize): usize {
  if (!meet(STAGE)) return 0;
  p = readText(p);
  if (p == 0) return 0;
  const begin = load<u64>(textAt);
  const end = load<u64>(textAt + textLength - 8);
  if (textLength == 16 && begin == 0x65736e6f70736552 && end == 0x6574656c706d6f43) stage = 2;
  else if (textLength == 15 && begin == 0x65736e6f70736552 && end == 0x6465747261745365) stage = 1;
  else if (textLength == 15 && begin == 0x5274736575716552 && end == 0x6465766965636552) stage = 0;
  else if (textLength == 5 && (begin & 0xff_ffff_ffff) == 0x63696e6150) stage = 3;
  else return 0;
  return p;
}

function readAuditId(p: usize): usize {
  if (!meet(AUDIT_ID)) return 0;
  p = readText(p);
  idAt = textAt;
  idLength = textLength;
  return p;
}

function readUri(p: usize): usize {
  if (!meet(URI)) return 0;
  p = readText(p);
  uriAt = textAt;
  uriLength = textLength;
  return p;
}

function readAgent(p: usize): usize {
  if (!meet(AGENT)) return 0;
  p = readText(p);
  agentAt = textAt;
  agentLength = textLength;
  return p;
}

/** The last of a list of texts. */
function readAddresses(p: usize): usize {
  if (!meet(ADDRESSES) || byteAt(p) != OPEN_BRACKET) return 0;
  p = space(p + 1);
  if (byteAt(p) == CLOSE_BRACKET) return p + 1;
  while (true) {
    p = readText(p);
    if (p == 0) return 0;
    p = space(p);
    const next = byteAt(p);
    if (next == CLOSE_BRACKET) break;
    if (next != COMMA) return 0;
    p = space(p + 1);
  }
  addressAt = textAt;
  addressLength = textLength;
  return p + 1;
}

function readNotes(p: usize): usize {
  if (!meet(NOTES)) return 0;
  isTelling = false;
  const end = readObject(p, OF_NOTES);
  if (isTelling) {
    notesAt = p;
    notesEnd = end;
  }
  return end;
}

function readReceived(p: usize): usize {
  if (!meet(RECEIVED)) return 0;
  p = readTime(p);
  received = instant;
  return p;
}

function readStageTime(p: usize): usize {
  if (!meet(STAGE_TIME)) return 0;
  p = readTime(p);
  stageAt = instant;
  return p;
}

function readTime(p: usize): usize {
  if (byteAt(p) != QUOTE) return 0;
  p = timeEnd(p + 1);
  return p != 0 && byteAt(p) == QUOTE ? p + 1 : 0;
}

function meet(what: u32): bool {
  const isNew = (met & what) == 0;
  met |= what;
  return isNew;
}

/** A string of ASCII; escapes are decoded. */
function readText(p: usize): usize {
  if (byteAt(p) != QUOTE) return 0;
  textAt = p + 1;
  const stop = plainStop(textAt);
  const byte = byteAt(stop);
  if (stop - textAt > MAX_TEXT) return 0;
  if (byte == QUOTE) {
    textLength = (stop - textAt) as u32;
    return stop + 1;
  }
  return byte == BACKSLASH ? decodeText(textAt, stop) : 0;
}

/** From inside a string, whose first backslash is known, to behind its end. */
function decodeText(p: usize, stop: usize): usize {
  let out = scratch;
  if (out > SCRATCH_END) return 0;
  textAt = out;
  while (true) {
    for (; p < stop; p += 16) {
      v128.store(out, v128.load(p));
      out += 16;
    }
    out -= p - stop;
    p = stop;
    if (out - textAt > MAX_TEXT) return 0;
    const byte = byteAt(p);
    if (byte == QUOTE) break;
    if (byte != BACKSLASH) return 0;
    const end = escapeEnd(p);
    if (end == 0) return 0;
    const char = end - p == 6 ? codePointAt(p + 2) : simpleEscape(byteAt(p + 1));
    if (char > 0x7f) return 0;
    store<u8>(out++, char);
    p = end;
    stop = plainStop(p);
    if (stop - p > MAX_TEXT) return 0;
  }
  textLength = (out - textAt) as u32;
  scratch = out + 16;
  return p + 1;
}

function codePointAt(p: usize): u32 {
  return (hexAt(p) << 12) | (hexAt(p + 1) << 8) | (hexAt(p + 2) << 4) | hexAt(p + 3);
}

function simpleEscape(letter: u32): u32 {
  const control = unescaped(letter);
  return control == 0 ? letter : control;
}

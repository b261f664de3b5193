// Times as apiservers write them, `2025-05-06T06:00:07.123456Z`, to the same number that base/time.ts gives.
import { byteAt } from './json';

/** The last time read, in milliseconds since the Unix epoch. */
export let instant: f64 = 0;

const NO_NUMBER: u32 = 1000;
/** The years of base/time.ts: from the first to before the last. */
const FIRST_YEAR: u32 = 1970;
const LAST_YEAR: u32 = 2100;
let dayBytes: u64 = 0;
let dayEnd: u32 = 0x10000; // no two bytes are that
let dayMs: f64 = 0;

/** From the first digit to behind the Z; 0 for every other form. */
export function timeEnd(p: usize): usize {
  if (load<u64>(p) != dayBytes || load<u16>(p + 8) != dayEnd) if (!readDay(p)) return 0;
  const hour = twoDigits(p + 11);
  const minute = twoDigits(p + 14);
  const second = twoDigits(p + 17);
  if (byteAt(p + 10) != 0x54 || byteAt(p + 13) != 0x3a || byteAt(p + 16) != 0x3a) return 0;
  if (hour > 23 || minute > 59 || second > 59) return 0;
  const whole = dayMs + (((hour * 60 + minute) * 60 + second) as f64) * 1000;
  p += 19;
  instant = whole;
  if (byteAt(p) == 0x2e) {
    let fraction: u32 = 0;
    let scale: u32 = 1;
    let digit = byteAt(++p) - 0x30;
    if (digit > 9) return 0;
    for (; digit < 10; digit = byteAt(++p) - 0x30) {
      if (scale == 1_000_000_000) return 0;
      fraction = fraction * 10 + digit;
      scale *= 10;
    }
    // Both are whole and exact, so that the quotient is what the decimal text stands for, rounded once.
    instant = whole + ((fraction as f64) / (scale as f64)) * 1000;
  }
  return byteAt(p) == 0x5a ? p + 1 : 0;
}

function readDay(p: usize): bool {
  const century = twoDigits(p);
  const ofCentury = twoDigits(p + 2);
  const year = century * 100 + ofCentury;
  const month = twoDigits(p + 5);
  const day = twoDigits(p + 8);
  if (byteAt(p + 4) != 0x2d || byteAt(p + 7) != 0x2d) return false;
  if (
    century == NO_NUMBER ||
    ofCentury == NO_NUMBER ||
    year < FIRST_YEAR ||
    year >= LAST_YEAR ||
    month - 1 > 11 ||
    day - 1 >= daysOf(year, month)
  )
    return false;
  // Years from March on, so that the leap day is the last. Source: howardhinnant.github.io/date_algorithms.html
  const march = month <= 2 ? year - 1 : year;
  const ofYear = (153 * (month <= 2 ? month + 9 : month - 3) + 2) / 5 + day - 1;
  const days = march * 365 + march / 4 - march / 100 + march / 400 + ofYear - 719_468;
  dayMs = (days as f64) * 86_400_000;
  dayBytes = load<u64>(p);
  dayEnd = load<u16>(p + 8);
  return true;
}

function daysOf(year: u32, month: u32): u32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

function twoDigits(p: usize): u32 {
  const tens = byteAt(p) - 0x30;
  const ones = byteAt(p + 1) - 0x30;
  return tens > 9 || ones > 9 ? NO_NUMBER : tens * 10 + ones;
}

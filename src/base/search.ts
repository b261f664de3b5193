/** Anything with a length and numbers by index: arrays and typed arrays. */
export interface Numbers {
  readonly length: number;
  readonly [index: number]: number;
}

/** The first index in [low, high) whose value is at least `wanted`, else `high`. Values must ascend. O(log n). */
export function lowerBound(values: Numbers, wanted: number, low = 0, high = values.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index in [low, high) whose value is greater than `wanted`, else `high`. Values must ascend. O(log n). */
export function upperBound(values: Numbers, wanted: number, low = 0, high = values.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

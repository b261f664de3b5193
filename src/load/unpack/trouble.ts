/**
 * What was odd about a compressed or packed stream. What was read before it is kept.
 * `cut`: it ends too early. `damaged`: it cannot be followed from some place on. `checksum`: it was read to its end, and is
 * not what was packed. `garbage`: behind its end stands something else.
 */
export type Trouble = 'cut' | 'damaged' | 'checksum' | 'garbage';

export type OnTrouble = (trouble: Trouble) => void;

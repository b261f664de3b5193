/**
 * Packed texts, as base64. `lines` are the texts' names below. Made with zstd 1.5.4 (`zstd --check`, `zstd --no-check`) and
 * xz 5.4.1 (`xz --check=…`, `xz --block-size=300`).
 */
export const TEXTS = {
  lines: Array.from({ length: 40 }, (_, i) => `line ${i * 7919} of a log\n`).join(''),
  seconds: 'second\n'.repeat(5),
} as const;

const BASE64 = {
  linesZst:
    'KLUv/WQ2Au0FAHKMHBSwJ8MB7foaepg6UkqZZEqzLjkXA0E0tzZvLtpJONNoSWtKF34pHuWl6mFNMqPo66dGvtWYJWJjqioyMlFib7zhSjg20tOQCI2M6kjdq8ahFYtTTm+LHX/wE6+XjNDzccl0FmsGAwXCADAIFIYNAQUEhCkgsCNrMYZGNELMZNaIjmhEK6JViQEjAAg5a0QjRUdmjeiIRjRCZg3RiEZ0IgRpLkxE63SnOwLRne70TncE0dDpY6etTUxrl4z4q6E=',
  secondsZstUnchecked: 'KLUv/SAjbQAAOHNlY29uZAoBAGKKEQ==',
  emptyZst: 'KLUv/SQAAQAAmenYUQ==',
  linesXz:
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AM1AMNdADYaSh8IoCYDTQad7+2Kpwb9NIsz13kfQzChX4kHCaZ8YhZhtx0yT8DarOQa1gozbywcbDpFreMTPJRoofkfVI/+KwoFRo0stToDRCm0eIfw2IUVCh+SchEIfWpopZJ2Ahx3YWWOifPnfeQdk5Uc1btTvJ9Nq+Jn511hbo40NgMyuEBOZ5H2I8ZzOA3aVkbDhcpUqEdw5+tK3wMjo/sj4Frp78BEmG96TGE6+bkvZyh+cvSwhI+4qNNAsss6tDNW3rEEgAAAFZ3LLCuzrfoAAd8BtgYAAGM+ySGxxGf7AgAAAAAEWVo=',
  linesXzInBlocks:
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AErAGFdADYaSh8IoCYDTQad7+2Kpwb9NIsz13kfQzChX4kHCaZ8YhZhtx0yT8DarOQa1gozbywcbDpFreMTPJRoofkfVI/+KwoFRo0stToDRCm0eIfw2IUVCh+SchEIfWpoom0XggAAAAAAHGRmJQucImQCACEBFgAAAHQv5aPgASsAX10AMogCODgdJyWv/o5Z+D2682HEbTUh/DGlRk7pChHuuYxa8lpbdNxvSCky0zgFVx47rEkakPian8/L3t5/v6eDBCgXFmEWVM2P+LNb/uEuUCXeMDCap26x5hjOeUc6xUQAAE8c5MuHXfOYAgAhARYAAAB0L+Wj4ADdAE1dABqMQCbhNDVdeoOm6ADKNtf2Qt9Ma1yM9El176nv17jdkNcVSJ4em4gvvQ2020nxB7mqZTk/kjV3ityGxqpwvoohSUfrJke/X2KVIdgAAAAAAPSr+6izuBHQAAN9rAJ7rAJp3gEAFU9mgxQXOzADAAAAAARZWg==',
  secondsXzSha256:
    '/Td6WFoAAArh+wyhAgAhARYAAAB0L+Wj4AAiAA5dADmZSJGxaZV+SASZuAAAAAAAuLhGBXhLCsiz9xAz/evx2lkEHbHby5kEDIfu7Rd3gG4AAUIj3umuQBibS5oBAAAAAApZWg==',
  secondsXzCrc32:
    '/Td6WFoAAAFpIt42AgAhARYAAAB0L+Wj4AAiAA5dADmZSJGxaZV+SASZuAAAAAAAKhR50AABJiN9Rz9BkEKZDQEAAAAAAVla',
  secondsXzUnchecked:
    '/Td6WFoAAAD/EtlBAgAhARYAAAB0L+Wj4AAiAA5dADmZSJGxaZV+SASZuAAAAAAAAAEiI3mCUyUGcp56AQAAAAAAWVo=',
} as const;

/** The packed bytes; a fresh copy each time. */
export function packedText(name: keyof typeof BASE64): Uint8Array {
  return new Uint8Array(Buffer.from(BASE64[name], 'base64'));
}

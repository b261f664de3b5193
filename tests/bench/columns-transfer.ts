import { mediansOf, type Bench } from './bench.ts';
import { openBenchPage } from './bench-page.ts';

/** 500,000 intervals from a worker to its page: as columns that are handed over, and as objects that are cloned. */
export const columnsTransfer: Bench = {
  name: 'columns-transfer',
  async run() {
    const page = await openBenchPage(null);
    const { columns, objects } = await mediansOf({
      columns: () => page.ask('send-columns'),
      objects: () => page.ask('send-objects'),
    });
    await page.close();
    return [
      {
        what: 'Chromium, time',
        ours: columns,
        peer: objects,
        peerName: 'clone of objects',
        unit: 'ms',
        ratio: 'speed',
        floor: 100,
        aim: 1000,
      },
    ];
  },
};

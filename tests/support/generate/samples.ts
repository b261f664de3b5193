import { fileText } from './eras/files.ts';
import { logFiles, type TextFile } from './logs/log-files.ts';
import { writtenRun } from './run.ts';
import { missingSignalWorld } from './scenes/missing-signal.ts';
import { rolloutStallWorld } from './scenes/rollout-stall.ts';
import { signalledRebootWorld } from './scenes/signalled-reboot.ts';
import type { World } from './world/world.ts';

/** A sample that the page offers. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Of its intervals. */
  readonly fileName: string;
  /** Whether logs of its control-plane nodes come with them. */
  readonly hasLogs: boolean;
}

/** What the noise adds to a sample, so that the file has about 10,000 intervals. */
const NOISE = { count: 9_300, lanes: 3_000 };

const WORLDS: Readonly<Record<string, () => World>> = {
  'missing-signal': missingSignalWorld,
  'signalled-reboot': signalledRebootWorld,
  'rollout-stall': rolloutStallWorld,
};

/** The samples, in the order in which the page shows them. */
export const SAMPLES: readonly Sample[] = [
  {
    id: 'missing-signal',
    title: 'Missing signal',
    summary:
      'A 4.14 upgrade on AWS after the move to RHCOS 9.2: two of three control-plane reboots came without ShutdownInitiated, every API backend failed, and the nodes’ logs prove it.',
    fileName: 'e2e-events_20230313-093104.json',
    hasLogs: true,
  },
  {
    id: 'signalled-reboot',
    title: 'Signalled reboot',
    summary:
      'A 4.13 upgrade on AWS before that move: all three control-plane reboots were signalled, and clients hardly noticed.',
    fileName: 'e2e-events_20230310-165521.json',
    hasLogs: false,
  },
  {
    id: 'rollout-stall',
    title: 'Rollout stall',
    summary:
      'A 4.16 to 4.17 upgrade on AWS: API endpoints stall for 4 to 7 s at each turn of a kube-apiserver revision rollout.',
    fileName: 'e2e-events_20240718-145826.json',
    hasLogs: false,
  },
];

/** The planted world behind a sample. */
export function sampleWorld(id: string): World {
  const make = WORLDS[id];
  if (make === undefined) throw new Error(`no sample ${id}; there are ${Object.keys(WORLDS).join(', ')}`);
  return make();
}

/** The text of a sample's interval file. */
export function makeSample(id: string): string {
  return [...fileText(writtenRun(sampleWorld(id), 'current', 'events', NOISE), 'pretty')].join('');
}

/** All files of a sample, the intervals first. */
export function makeSampleFiles(id: string): TextFile[] {
  const { fileName, hasLogs } = SAMPLES.find((sample) => sample.id === id)!;
  const intervals = { path: fileName, text: makeSample(id) };
  return hasLogs ? [intervals, ...logFiles(sampleWorld(id))] : [intervals];
}

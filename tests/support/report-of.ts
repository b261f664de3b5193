import { EMPTY_RUN } from '../../src/ui/empty-run.ts';
import type { Disruption, Episode, InputReport, Report, Shutdown } from '../../src/model/report.ts';

/** A report in which nothing was found, with these parts put in. */
export function reportOf(parts: Partial<Report> = {}): Report {
  return { ...EMPTY_RUN.report, version: '0.0.0', complete: true, ...parts };
}

export function episodeOf(parts: Partial<Episode> = {}): Episode {
  return {
    kind: 'reboot',
    server: 'kube-apiserver',
    node: 'm0',
    from: '2023-03-13T10:57:25.000Z',
    to: '2023-03-13T10:58:39.000Z',
    revision: null,
    signal: 'missing',
    shutdown: null,
    why: 'no ShutdownInitiated',
    ...parts,
  };
}

export function shutdownOf(parts: Partial<Shutdown> = {}): Shutdown {
  return {
    server: 'kube-apiserver',
    node: 'm0',
    pod: null,
    initiated: '2023-03-13T10:00:00.000Z',
    inferred: false,
    delaySeconds: 70,
    delayFrom: 'message',
    steps: { ShutdownInitiated: '2023-03-13T10:00:00.000Z' },
    finished: null,
    gone: null,
    goneFrom: null,
    outcome: 'unknown',
    signals: 1,
    evidence: ['event'],
    witnesses: [],
    ...parts,
  };
}

export function disruptionOf(parts: Partial<Disruption> = {}): Disruption {
  return {
    backend: 'kube-api',
    cache: false,
    connection: 'new',
    loadBalancer: 'external',
    protocol: 'http1',
    viaKubeApiserver: true,
    observer: 'openshift-tests',
    from: '2023-03-13T10:57:26.000Z',
    to: '2023-03-13T10:57:33.000Z',
    seconds: 7,
    open: false,
    errors: [],
    auditIds: [],
    signal: 'unsignalled',
    pattern: 'unsignalled-reboot',
    episodes: [0],
    ambiguous: false,
    shutdown: null,
    afterSeconds: null,
    nearest: null,
    group: 0,
    rows: 1,
    why: '',
    ...parts,
  };
}

export function inputOf(parts: Partial<InputReport> = {}): InputReport {
  return {
    path: 'e2e-events.json',
    format: 'intervals',
    records: 1,
    skipped: 0,
    from: null,
    to: null,
    node: null,
    server: null,
    nodes: {},
    notices: [],
    failure: null,
    ...parts,
  };
}

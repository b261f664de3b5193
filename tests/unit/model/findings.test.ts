import { expect, test } from 'vitest';
import { describeNoFinding, describeVerdict, findingsOf } from '../../../src/model/findings.ts';
import { fileOf, healthy, otherEvent, signal } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';
import { episodeOf, reportOf } from '../../support/report-of.ts';

test('findings of one second and server have ids of their own', async () => {
  const crash = (pod: string) => ({
    ...otherEvent('10:00:00'),
    locator: { type: 'Kind', keys: { namespace: 'openshift-apiserver', pod } },
    message: { reason: 'NonGracefulTermination', cause: '', humanMessage: `of ${pod}`, annotations: null },
  });
  const items = [otherEvent('09:00:00'), crash('apiserver-a'), otherEvent('11:00:00')];
  const { report } = await loadTexts([fileOf(items), fileOf([...items, crash('apiserver-b')])]);
  const episode = { ...report.episodes[0] };
  const findings = findingsOf({ ...report, episodes: [episode, episode] });
  expect(findings.filter((one) => one.kind === 'missing-signal')).toHaveLength(2);
  expect(new Set(findings.map((one) => one.id)).size).toBe(findings.length);
});

test('without a reboot the verdict tells the shutdowns that are known', async () => {
  const verdictOf = async (...items: unknown[]) => describeVerdict((await loadTexts([fileOf(items)])).report);
  const events = [otherEvent('09:00:00'), otherEvent('11:00:00')];
  expect(await verdictOf(...events)).toBe(
    'No control-plane reboot is recorded. The API was not measured here.',
  );
  expect(await verdictOf(...events, signal('10:00:00', 'demo-master-0'))).toBe(
    'No control-plane reboot is recorded. 1 shutdown of kube-apiserver was signalled (demo-master-0, 10:00:00). The API was not measured here.',
  );
  const two = ['10:00:00', '10:20:00'].map((clock) => signal(clock, 'demo-master-0'));
  expect(await verdictOf(...events, ...two)).toContain(
    '2 shutdowns of kube-apiserver were signalled (demo-master-0, 10:00:00; demo-master-0, 10:20:00).',
  );
});

test('a year that no file writes is said to be assumed, unless a time of the run was given', async () => {
  const log =
    'I0506 10:00:00.100000       1 genericapiserver.go:689] [graceful-termination] shutdown event name="ShutdownInitiated"\n';
  const verdictOf = async (asOf: string | null) =>
    describeVerdict((await loadTexts({ 'm0-kube-apiserver.log': log }, { asOf })).report);
  expect(await verdictOf(null)).toContain(' The year is assumed');
  expect(await verdictOf('2025-05-06T12:00:00Z')).not.toContain('assumed');
});

test('nothing is called not found that was not looked for', async () => {
  const textOf = async (...items: unknown[]) => describeNoFinding((await loadTexts([fileOf(items)])).report);
  const measured = healthy('09:00:00', '11:00:00', 'kube-api-new-connections');
  const events = [otherEvent('09:00:00'), otherEvent('11:00:00')];
  expect(await textOf(measured, ...events)).toBe('No disruption and no missing signal was found.');
  expect(await textOf(measured)).toMatch(/^No disruption was found\. Nothing here would show/);
  expect(await textOf(...events)).toMatch(/^No missing signal was found\. Disruption was not measured/);
  expect(await textOf()).toMatch(/^Nothing here would show a disruption/);
});

test('a reboot is at no disruption only where disruption was measured', () => {
  const briefOf = (backendsMeasured: number) =>
    findingsOf(reportOf({ intervals: 1, backendsMeasured, episodes: [episodeOf()] }))[0].brief;
  expect(briefOf(4)).toBe('no disruption at it');
  expect(briefOf(0)).toBe('disruption not measured');
});

import { expect, test } from 'vitest';
import { findingsOf } from '../../../src/model/findings.ts';
import { fileOf, otherEvent } from '../../support/items.ts';
import { loadTexts } from '../../support/read.ts';

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

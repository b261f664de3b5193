import { expect, test } from 'vitest';
import { NodeNames } from '../../../src/model/node-name.ts';
import { nodeOfPod } from '../../../src/model/server.ts';

const FULL = 'ip-10-0-220-42.us-west-1.compute.internal';

test.each([
  FULL,
  'ip-10-0-220-42',
  '10.0.220.42',
  '10.0.220.42:9100',
  `node/${FULL}`,
  `kube-apiserver-${FULL}`,
  'IP-10-0-220-42',
])('%s is the node of its full name', (text) => {
  const names = new NodeNames();
  names.add('ip-10-0-220-42');
  names.add(FULL);
  names.add('ip-10-0-220-43.us-west-1.compute.internal');
  expect(names.nameOf(text)).toBe(FULL);
  expect(names.all()).toHaveLength(2);
});

test('aliases join two names, whatever the order', () => {
  for (const order of [0, 1]) {
    const names = new NodeNames();
    if (order === 0) names.add('10.0.0.5');
    names.join('demo-master-0', '10.0.0.5');
    names.add('demo-master-0.c.demo.internal');
    expect(names.nameOf('10.0.0.5')).toBe('demo-master-0.c.demo.internal');
    expect(names.all()).toEqual(['demo-master-0.c.demo.internal']);
  }
});

test('names that begin alike stay apart', () => {
  const names = new NodeNames();
  names.add('demo-master-1');
  names.add('demo-master-10');
  expect(names.nameOf('demo-master-1')).toBe('demo-master-1');
});

test('only static pods hold their node', () => {
  expect(nodeOfPod('kube-apiserver-demo-master-0')).toBe('demo-master-0');
  expect(nodeOfPod('kube-apiserver-7d9f8c6b5d-x2x9z')).toBeNull(); // a Deployment's pod
  expect(nodeOfPod('kube-apiserver-guard-demo-master-0')).toBeNull();
  expect(nodeOfPod('apiserver-6c7f9-abcde')).toBeNull();
});

import { expect, test } from 'vitest';
import { nodeOfPath, serverOfPath } from '../../../../src/formats/audit/audit-names.ts';

test.each([
  ['audit_logs/kube-apiserver/m0.example.com-audit-2023-03-10T18-03-45.123.log.gz', 'm0.example.com'],
  ['m0-audit.log', 'm0'],
  ['audit-logs.tar.gz > ./quay-io-x/audit_logs/kube-apiserver/m0-audit.log.gz', 'm0'],
  ['node-audit-7-audit-2023-03-10T18-03-45.123.log', 'node-audit-7'],
  ['audit.log', null],
  ['kube-apiserver-audit.log', null],
  ['m0-termination.log', null],
  ['', null],
])('node of %s: %s', (path, node) => expect(nodeOfPath(path)).toBe(node));

test.each([
  ['audit_logs/kube-apiserver/m0-audit.log', 'kube-apiserver'],
  ['x.tar > audit_logs/oauth-apiserver/m0-audit.log', 'oauth-apiserver'],
  ['openshift-apiserver-audit.log', 'openshift-apiserver'],
  ['m0-audit.log', null],
])('server of %s: %s', (path, server) => expect(serverOfPath(path)).toBe(server));

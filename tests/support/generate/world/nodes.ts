import type { Random } from '../random.ts';
import type { Platform, WorldNode } from './world.ts';

/** A node by its AWS name (`ip-10-0-232-149.us-west-1.compute.internal`), which holds its address. */
export function awsNode(name: string, role: WorldNode['role']): WorldNode {
  const address = name.slice(3).split('.', 1)[0].split('-').join('.');
  return { name, role, address };
}

/** Three control-plane nodes (or one) and three workers, named as the platform's installer names them. */
export function makeNodes(random: Random, platform: Platform, topology: 'ha' | 'single'): WorldNode[] {
  const masters = topology === 'single' ? 1 : 3;
  const workers = topology === 'single' ? 0 : 3;
  const nodes: WorldNode[] = [];
  if (platform === 'aws') {
    const region = random.pick(['us-west-1', 'us-east-2', 'us-west-2']);
    const used = new Set<string>();
    for (let i = 0; i < masters + workers; i++) {
      let name: string;
      do name = `ip-10-0-${random.between(1, 127)}-${random.between(4, 250)}.${region}.compute.internal`;
      while (used.has(name));
      used.add(name);
      nodes.push(awsNode(name, i < masters ? 'control-plane' : 'worker'));
    }
    return nodes;
  }
  const cluster =
    platform === 'default'
      ? random.pick(['ostest', 'compact', 'lab'])
      : `ci-op-${random.suffix(8)}-${random.hex(5)}-${random.suffix(5)}`;
  for (let i = 0; i < masters; i++)
    nodes.push({ name: `${cluster}-master-${i}`, role: 'control-plane', address: `10.0.0.${3 + i}` });
  for (let i = 0; i < workers; i++) {
    const zone = platform === 'azure' ? `eastus${i + 1}` : 'abc'[i];
    const name =
      platform === 'default' ? `${cluster}-worker-${i}` : `${cluster}-worker-${zone}-${random.suffix(5)}`;
    nodes.push({ name, role: 'worker', address: `10.0.128.${2 + i}` });
  }
  return nodes;
}

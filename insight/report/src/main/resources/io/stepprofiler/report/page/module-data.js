// @ts-check
import {flameKinds} from './flame-data.js';
import {flameTotals, flameWithout} from './flame-tree.js';

/**
 * One module with its nesting; times are per step.
 * @typedef {{name: string, path: string, depth: number, self: number, total: number}} ModuleRow
 */

/**
 * The modules of a tree of scopes, each after its parent, siblings with the most time first.
 * @param {import('./flame-data.js').FlameTree} tree of scopes
 * @param {import('./flame-data.js').FlameFrames} frames
 * @param {ArrayLike<number>} self self weights
 * @returns {ModuleRow[]}
 */
export function moduleRows(tree, frames, self) {
  const modules = flameWithout(tree, [self], frame => frames.kinds[frame] !== flameKinds.module);
  const totals = flameTotals(modules.tree, modules.sets[0]);
  const paths = [''];
  const rows = [];
  for (let node = 1; node < modules.tree.size; node++) {
    const name = frames.names[modules.tree.frame[node]];
    paths.push(`${paths[modules.tree.parent[node]]}/${name}`);
    if (totals[node] > 0) {
      rows.push({name, path: paths[node].slice(1), depth: modules.tree.depth[node], self: modules.sets[0][node], total: totals[node]});
    }
  }
  return rows;
}

/**
 * Floating point operations per second of the operators in modules, forward and backward, by module name: an operator
 * knows the name of its module, but not its path. The rate uses the time of the operators, because backward ones run
 * outside the module.
 * @param {import('./operator-data.js').OperatorRow[]} operators by name and module
 * @returns {Map<string, number>} of modules with operators whose number of operations is known
 */
export function moduleRates(operators) {
  const flops = new Map();
  const nanos = new Map();
  for (const row of operators) {
    if (!(row.flops > 0)) continue;
    flops.set(row.detail, (flops.get(row.detail) ?? 0) + row.flops);
    nanos.set(row.detail, (nanos.get(row.detail) ?? 0) + row.total);
  }
  return new Map([...flops].filter(([name]) => nanos.get(name) > 0).map(([name, count]) => [name, count / nanos.get(name) * 1e9]));
}

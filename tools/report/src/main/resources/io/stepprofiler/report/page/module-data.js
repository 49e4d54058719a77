// @ts-check
import {flameKinds} from './flame-data.js';
import {flameTotals, flameWithout} from './flame-tree.js';

/**
 * One module inside those around it; times are of a step.
 * @typedef {{name: string, path: string, depth: number, self: number, total: number}} ModuleRow
 */

/**
 * The modules of a tree of scopes, each behind the one that it is in, those with the most time first.
 * @param {import('./flame-data.js').FlameTree} tree of scopes
 * @param {import('./flame-data.js').FlameFrames} frames
 * @param {ArrayLike<number>} self weights without what is inside
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
 * Operations a second of what modules call, backward, too, by their names: an operator knows the name of its module, and
 * not its place. The time is that of the operators, as backward ones are called elsewhere.
 * @param {import('./operator-data.js').OperatorRow[]} operators by name and module
 * @returns {Map<string, number>} of modules with operators whose operations are known
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

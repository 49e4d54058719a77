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
 * Operations a second of the modules of each name: operators know the name of their module, and not its place.
 * @param {ModuleRow[]} rows
 * @param {Map<string, number>} flops operations of a step by name
 * @returns {Map<string, number>} of those that have operations and time
 */
export function moduleRates(rows, flops) {
  const nanos = new Map();
  rows.forEach(row => nanos.set(row.name, (nanos.get(row.name) ?? 0) + row.self));
  return new Map([...flops].filter(([name]) => nanos.get(name) > 0).map(([name, count]) => [name, count / nanos.get(name) * 1e9]));
}

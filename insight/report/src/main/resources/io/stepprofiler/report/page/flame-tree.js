// @ts-check
import {flameTree} from './flame-data.js';

/** @typedef {import('./flame-data.js').FlameTree} FlameTree */

/**
 * The total weight of each stack, including its descendants.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} self self weights
 */
export function flameTotals(tree, self) {
  const totals = Float64Array.from(self);
  for (let node = tree.size - 1; node > 0; node--) totals[tree.parent[node]] += totals[node];
  return totals;
}

/**
 * The left edge of each stack if its width is its total: children are side by side, from the left edge of their parent.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} totals
 */
export function flameLefts(tree, totals) {
  const lefts = new Float64Array(tree.size);
  const used = new Float64Array(tree.size);
  for (let node = 1; node < tree.size; node++) {
    const parent = tree.parent[node];
    lefts[node] = lefts[parent] + used[parent];
    used[parent] += totals[node];
  }
  return lefts;
}

/**
 * The frames of a stack, outermost first.
 * @param {FlameTree} tree
 * @param {number} node
 */
export function flamePath(tree, node) {
  const path = [];
  for (let at = node; at > 0; at = tree.parent[at]) path.push(tree.frame[at]);
  return path.reverse();
}

/**
 * The stack with the given frames, or the innermost existing stack on the path to it.
 * @param {FlameTree} tree
 * @param {number[]} path outermost frame first
 */
export function flameFind(tree, path) {
  let node = 0;
  for (const frame of path) {
    let child = node + 1;
    while (child < tree.end[node] && tree.frame[child] !== frame) child = tree.end[child];
    if (child >= tree.end[node]) break;
    node = child;
  }
  return node;
}

/** Exceeds the number of frames: the key of a child is its parent times this, plus its frame. */
const flameMostFrames = 2 ** 21;

/**
 * Builder of a tree from stacks in any order, with one or more sets of weights; fast for hundreds of thousands of
 * stacks.
 */
class FlameBuilder {
  /** @param {number} sets */
  constructor(sets) {
    /** @type {number[]} */
    this.parent = [0];
    /** @type {number[]} */
    this.frame = [-1];
    /** @type {Map<number, number>} */
    this.known = new Map();
    /** @type {number[][]} */
    this.weights = Array.from({length: sets}, () => [0]);
  }

  /**
   * @param {number} node
   * @param {number} frame
   */
  child(node, frame) {
    const key = node * flameMostFrames + frame;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const made = this.parent.push(node) - 1;
    this.frame.push(frame);
    this.known.set(key, made);
    for (const set of this.weights) set.push(0);
    return made;
  }

  /**
   * The tree in preorder, with the weights. Children are in the order of insertion, or the largest first.
   * @param {boolean} isSorted
   */
  build(isSorted) {
    const size = this.parent.length;
    const total = new Float64Array(size);
    for (let node = size - 1; node > 0; node--) {
      for (const set of this.weights) total[node] += Math.abs(set[node]);
      total[this.parent[node]] += total[node];
    }
    // The children of a node, the youngest first, so that the oldest is on top of the stack of open nodes.
    const youngest = new Int32Array(size);
    const older = new Int32Array(size);
    for (let node = 1; node < size; node++) {
      older[node] = youngest[this.parent[node]];
      youngest[this.parent[node]] = node;
    }
    const parent = new Int32Array(size);
    const frame = new Int32Array(size);
    const depth = new Int32Array(size);
    const sets = this.weights.map(() => new Float64Array(size));
    const places = new Int32Array(size);
    const open = [0];
    for (let place = 0; place < size; place++) {
      const node = /** @type {number} */ (open.pop());
      places[node] = place;
      parent[place] = places[this.parent[node]];
      frame[place] = this.frame[node];
      depth[place] = node === 0 ? 0 : depth[parent[place]] + 1;
      for (let i = 0; i < sets.length; i++) sets[i][place] = this.weights[i][node];
      const first = open.length;
      for (let child = youngest[node]; child > 0; child = older[child]) open.push(child);
      if (isSorted && open.length > first + 1) {
        const children = open.splice(first).sort((a, b) => total[a] - total[b] || b - a);
        for (const child of children) open.push(child);
      }
    }
    return {tree: flameTree(parent, frame, depth), sets};
  }
}

/**
 * The tree without hidden frames: their children move to their parents.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>[]} sets self weights
 * @param {(frame: number) => boolean} isHidden
 */
export function flameWithout(tree, sets, isHidden) {
  const builder = new FlameBuilder(sets.length);
  const places = new Int32Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    if (node > 0) {
      const around = places[tree.parent[node]];
      places[node] = isHidden(tree.frame[node]) ? around : builder.child(around, tree.frame[node]);
    }
    sets.forEach((set, i) => {
      builder.weights[i][places[node]] += set[node];
    });
  }
  return builder.build(true);
}

/**
 * The reversed tree: from the innermost frames with weight to their callers. Stacks without weight are left out.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>[]} sets self weights
 */
export function flameReversed(tree, sets) {
  const builder = new FlameBuilder(sets.length);
  for (let node = 0; node < tree.size; node++) {
    if (sets.every(set => set[node] === 0)) continue;
    let place = 0;
    for (let at = node; at > 0; at = tree.parent[at]) place = builder.child(place, tree.frame[at]);
    for (let i = 0; i < sets.length; i++) builder.weights[i][place] += sets[i][node];
  }
  return builder.build(true);
}

/**
 * Several trees merged into one, with the weights of each; the basis of the flame graph of a comparison.
 * @param {{tree: FlameTree, names: string[], kinds: ArrayLike<number>, self: ArrayLike<number>}[]} parts
 */
export function flameMerged(parts) {
  const builder = new FlameBuilder(parts.length);
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {string[]} */
  const names = [];
  /** @type {number[]} */
  const kinds = [];
  parts.forEach((part, i) => {
    const frames = part.names.map((name, frame) => {
      const key = `${part.kinds[frame]} ${name}`;
      let number = numbers.get(key);
      if (number === undefined) {
        number = names.length;
        numbers.set(key, number);
        names.push(name);
        kinds.push(part.kinds[frame]);
      }
      return number;
    });
    const places = new Int32Array(part.tree.size);
    for (let node = 0; node < part.tree.size; node++) {
      if (node > 0) places[node] = builder.child(places[part.tree.parent[node]], frames[part.tree.frame[node]]);
      builder.weights[i][places[node]] += part.self[node];
    }
  });
  const {tree, sets} = builder.build(false);
  return {tree, sets, frames: {names, kinds: Uint8Array.from(kinds)}};
}

/**
 * Weights of stacks restricted to some threads; the weights of other stacks are 0.
 * @param {FlameTree} tree
 * @param {Float64Array} self
 * @param {(frame: number) => boolean} isAsked whether the outermost frame is included
 */
export function flameOfRoots(tree, self, isAsked) {
  const kept = Float64Array.from(self);
  for (let root = 1; root < tree.size; root = tree.end[root]) {
    if (!isAsked(tree.frame[root])) kept.fill(0, root, tree.end[root]);
  }
  return kept;
}

/**
 * Walks a tree, with a callback when a stack is entered and left.
 * @param {FlameTree} tree
 * @param {(node: number) => void} enter
 * @param {(node: number) => void} leave
 */
function flameWalk(tree, enter, leave) {
  const open = [];
  for (let node = 1; node < tree.size; node++) {
    while (open.length > 0 && tree.end[open[open.length - 1]] <= node) leave(/** @type {number} */ (open.pop()));
    enter(node);
    open.push(node);
  }
  while (open.length > 0) leave(/** @type {number} */ (open.pop()));
}

/**
 * Self and total weight of each frame; a recursive frame counts once in the total.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} self
 * @param {ArrayLike<number>} totals
 * @param {number} frames number of frames
 */
export function flameByFrame(tree, self, totals, frames) {
  const ofFrame = {self: new Float64Array(frames), total: new Float64Array(frames), stacks: new Uint32Array(frames)};
  const open = new Uint32Array(frames);
  flameWalk(tree, node => {
    const frame = tree.frame[node];
    ofFrame.self[frame] += self[node];
    if (open[frame]++ === 0) ofFrame.total[frame] += totals[node];
    ofFrame.stacks[frame]++;
  }, node => open[tree.frame[node]]--);
  return ofFrame;
}

/**
 * Callers and callees of a frame with the weight of each call; frame -1 means no caller. A recursive frame counts at
 * its outermost call.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} totals
 * @param {number} frame
 */
export function flameNeighbours(tree, totals, frame) {
  /** @type {Map<number, number>} */
  const callers = new Map();
  /** @type {Map<number, number>} */
  const callees = new Map();
  /** @type {Map<number, number>} number of open calls of each callee */
  const open = new Map();
  let inside = 0;
  const isCallee = (/** @type {number} */ node) => tree.parent[node] > 0 && tree.frame[tree.parent[node]] === frame;
  flameWalk(tree, node => {
    const own = tree.frame[node];
    if (isCallee(node)) {
      const before = open.get(own) ?? 0;
      if (before === 0) callees.set(own, (callees.get(own) ?? 0) + totals[node]);
      open.set(own, before + 1);
    }
    if (own === frame && inside++ === 0) {
      const caller = tree.frame[tree.parent[node]];
      callers.set(caller, (callers.get(caller) ?? 0) + totals[node]);
    }
  }, node => {
    if (isCallee(node)) open.set(tree.frame[node], (open.get(tree.frame[node]) ?? 1) - 1);
    if (tree.frame[node] === frame) inside--;
  });
  const sorted = (/** @type {Map<number, number>} */ weights) =>
    [...weights].map(([each, weight]) => ({frame: each, weight})).sort((a, b) => b.weight - a.weight);
  return {callers: sorted(callers), callees: sorted(callees)};
}

/**
 * The predicate of a search: text in any case, or a regular expression between slashes; null if the text is empty or
 * invalid.
 * @param {string} text
 * @returns {((name: string) => boolean)|null}
 */
export function flamePattern(text) {
  if (text === '') return null;
  const expression = /^\/(.+)\/$/.exec(text);
  if (expression) {
    try {
      const compiled = new RegExp(expression[1], 'i');
      return name => compiled.test(name);
    } catch {
      return null;
    }
  }
  const sought = text.toLowerCase();
  return name => name.toLowerCase().includes(sought);
}

/**
 * The outermost stacks whose innermost frame is found, and the sum of their weights.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} totals
 * @param {ArrayLike<number|boolean>} isFound by frame
 */
export function flameMatches(tree, totals, isFound) {
  const nodes = [];
  let weight = 0;
  for (let node = 1; node < tree.size;) {
    if (totals[node] > 0 && isFound[tree.frame[node]]) {
      nodes.push(node);
      weight += totals[node];
      node = tree.end[node];
    } else {
      node++;
    }
  }
  return {nodes, weight};
}

/**
 * Visits the stacks to draw, each once: `visit(node, level, left, right)` in CSS pixels, from the outermost level on.
 * Stacks narrower than `least` are left out with their descendants.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} totals
 * @param {ArrayLike<number>} lefts
 * @param {number} zoomed the stack that fills the width
 * @param {number} width
 * @param {number} least
 * @param {(node: number, level: number, left: number, right: number) => void} visit
 */
export function flameVisit(tree, totals, lefts, zoomed, width, least, visit) {
  for (const node of flameAround(tree, zoomed)) visit(node, tree.depth[node], 0, width);
  if (!(totals[zoomed] > 0)) return;
  const scale = width / totals[zoomed];
  for (let node = zoomed + 1; node < tree.end[zoomed];) {
    const span = totals[node] * scale;
    if (span < least) {
      node = tree.end[node];
      continue;
    }
    const left = (lefts[node] - lefts[zoomed]) * scale;
    visit(node, tree.depth[node], left, left + span);
    node++;
  }
}

/**
 * A stack and its ancestors, the outermost first.
 * @param {FlameTree} tree
 * @param {number} node
 */
export function flameAround(tree, node) {
  const around = [node];
  for (let at = node; at > 0;) around.push(at = tree.parent[at]);
  return around.reverse();
}

/**
 * The number of levels down to the deepest stack that is wide enough.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} totals
 * @param {number} zoomed
 * @param {number} least part of the zoomed stack
 */
export function flameLevels(tree, totals, zoomed, least) {
  let deepest = tree.depth[zoomed];
  const bound = totals[zoomed] * least;
  for (let node = zoomed + 1; node < tree.end[zoomed];) {
    if (totals[node] <= 0 || totals[node] < bound) {
      node = tree.end[node];
      continue;
    }
    if (tree.depth[node] > deepest) deepest = tree.depth[node];
    node++;
  }
  return deepest + 1;
}

/**
 * The stack at a place; -1 if there is none.
 * @param {FlameTree} tree
 * @param {ArrayLike<number>} totals
 * @param {ArrayLike<number>} lefts
 * @param {number} zoomed
 * @param {number} width
 * @param {number} x
 * @param {number} level
 */
export function flameAt(tree, totals, lefts, zoomed, width, x, level) {
  const around = flameAround(tree, zoomed);
  if (level < around.length) return level < 0 ? -1 : around[level];
  if (!(totals[zoomed] > 0)) return -1;
  const at = lefts[zoomed] + x / width * totals[zoomed];
  let node = zoomed;
  for (let child = node + 1; child < tree.end[node];) {
    if (lefts[child] <= at && at < lefts[child] + totals[child]) {
      if (tree.depth[child] === level) return child;
      node = child;
      child = node + 1;
    } else {
      child = tree.end[child];
    }
  }
  return -1;
}

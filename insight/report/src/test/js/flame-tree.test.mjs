import assert from 'node:assert/strict';
import {test} from 'node:test';
import {flameTree} from '../../main/resources/io/stepprofiler/report/page/flame-data.js';
import {
  flameAround, flameAt, flameByFrame, flameFind, flameLefts, flameLevels, flameMatches, flameMerged, flameNeighbours, flameOfRoots,
  flamePath, flamePattern, flameReversed, flameTotals, flameVisit, flameWithout,
} from '../../main/resources/io/stepprofiler/report/page/flame-tree.js';

/** A tree of paths, each with a weight; frames are numbers. */
function treeOf(paths) {
  const root = {frame: -1, self: 0, children: new Map()};
  for (const [path, weight] of paths) {
    let at = root;
    for (const frame of path) {
      if (!at.children.has(frame)) at.children.set(frame, {frame, self: 0, children: new Map()});
      at = at.children.get(frame);
    }
    at.self += weight;
  }
  const parent = [];
  const frame = [];
  const depth = [];
  const self = [];
  const visit = (node, around, level) => {
    const place = parent.push(around) - 1;
    frame.push(node.frame);
    depth.push(level);
    self.push(node.self);
    node.children.forEach(child => visit(child, place, level + 1));
  };
  visit(root, 0, 0);
  return {tree: flameTree(Int32Array.from(parent), Int32Array.from(frame), Int32Array.from(depth)), self: Float64Array.from(self)};
}

/** The paths of a tree and their weights, as text. */
function pathsOf(tree, self) {
  const paths = new Map();
  for (let node = 0; node < tree.size; node++) if (self[node] !== 0) paths.set(flamePath(tree, node).join(' '), self[node]);
  return Object.fromEntries([...paths].sort());
}

/** The same for the same seed. */
function random(seed) {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

function randomPaths(seed) {
  const next = random(seed);
  return Array.from({length: 1 + next(60)}, () => [Array.from({length: 1 + next(7)}, () => next(5)), 1 + next(9)]);
}

/** The weights of paths added up by what a function makes of each. */
function sums(paths, keysOf) {
  const found = new Map();
  for (const [path, weight] of paths) for (const key of new Set(keysOf(path))) found.set(key, (found.get(key) ?? 0) + weight);
  return Object.fromEntries([...found].sort());
}

test('totals_ofRandomTrees_areThoseOfAllStacksInside', () => {
  for (let seed = 1; seed < 60; seed++) {
    const paths = randomPaths(seed);
    const {tree, self} = treeOf(paths);
    const totals = flameTotals(tree, self);
    const prefixes = sums(paths, path => path.map((_, i) => path.slice(0, i + 1).join(' ')));
    for (let node = 1; node < tree.size; node++) assert.equal(totals[node], prefixes[flamePath(tree, node).join(' ')]);
    assert.equal(totals[0], paths.reduce((sum, [, weight]) => sum + weight, 0));
  }
});

test('byFrame_ofRandomTrees_countsEachStackOnceForEachFrameOnIt', () => {
  for (let seed = 1; seed < 60; seed++) {
    const paths = randomPaths(seed);
    const {tree, self} = treeOf(paths);
    const found = flameByFrame(tree, self, flameTotals(tree, self), 5);
    const totals = sums(paths, path => path);
    const selfs = sums(paths, path => [path[path.length - 1]]);
    for (let frame = 0; frame < 5; frame++) {
      assert.equal(found.total[frame], totals[frame] ?? 0);
      assert.equal(found.self[frame], selfs[frame] ?? 0);
    }
  }
});

test('neighbours_ofRandomTrees_areThoseOfTheOutermostCall', () => {
  for (let seed = 1; seed < 60; seed++) {
    const paths = randomPaths(seed);
    const {tree, self} = treeOf(paths);
    const {callers, callees} = flameNeighbours(tree, flameTotals(tree, self), 2);
    const expectedCallers = sums(paths, path => (path.includes(2) ? [path[path.indexOf(2) - 1] ?? -1] : []));
    const expectedCallees = sums(paths, path => path.flatMap((frame, i) => (frame === 2 && i + 1 < path.length ? [path[i + 1]] : [])));
    assert.deepEqual(Object.fromEntries(callers.map(each => [each.frame, each.weight]).sort()), expectedCallers);
    assert.deepEqual(Object.fromEntries(callees.map(each => [each.frame, each.weight]).sort()), expectedCallees);
  }
});

test('reversed_ofRandomTrees_hasEachStackBackwards', () => {
  for (let seed = 1; seed < 60; seed++) {
    const paths = randomPaths(seed);
    const {tree, self} = treeOf(paths);
    const reversed = flameReversed(tree, [self]);
    assert.deepEqual(pathsOf(reversed.tree, reversed.sets[0]), sums(paths, path => [[...path].reverse().join(' ')]));
  }
});

test('without_ofRandomTrees_hasNoHiddenFrameAndAllWeight', () => {
  for (let seed = 1; seed < 60; seed++) {
    const paths = randomPaths(seed);
    const {tree, self} = treeOf(paths);
    const plain = flameWithout(tree, [self], frame => frame < 2);
    assert.deepEqual(pathsOf(plain.tree, plain.sets[0]), sums(paths, path => [path.filter(frame => frame >= 2).join(' ')]));
  }
});

test('merged_ofTwoTrees_hasTheWeightsOfBothByName', () => {
  const one = treeOf([[[0, 1], 5], [[0], 1]]);
  const other = treeOf([[[1, 0], 7], [[1], 2]]);
  const merged = flameMerged([
    {tree: one.tree, names: ['main', 'f'], kinds: [0, 2], self: one.self},
    {tree: other.tree, names: ['g', 'main'], kinds: [2, 0], self: other.self},
  ]);
  const named = i => Object.fromEntries(Object.entries(pathsOf(merged.tree, merged.sets[i]))
    .map(([path, weight]) => [path.split(' ').map(frame => merged.frames.names[frame]).join(' '), weight]));
  assert.deepEqual(named(0), {'main f': 5, main: 1});
  assert.deepEqual(named(1), {'main g': 7, main: 2});
});

test('ofRoots_leavesOtherThreadsOut', () => {
  const {tree, self} = treeOf([[[0, 1], 5], [[3, 1], 2], [[3], 1]]);
  assert.deepEqual(pathsOf(tree, flameOfRoots(tree, self, frame => frame === 3)), {3: 1, '3 1': 2});
});

test('matches_areTheOutermostOnes', () => {
  const {tree, self} = treeOf([[[0, 1, 1], 5], [[1], 2], [[0, 2], 3]]);
  const found = flameMatches(tree, flameTotals(tree, self), [0, 1, 0]);
  assert.equal(found.weight, 7);
  assert.equal(found.nodes.length, 2);
});

test('pattern_isTextInAnyCaseOrAnExpression', () => {
  assert.equal(flamePattern(''), null);
  assert.equal(flamePattern('for')('Forward'), true);
  assert.equal(flamePattern('a.c')('abc'), false);
  assert.equal(flamePattern('/^a.c$/')('aBc'), true);
  assert.equal(flamePattern('/(/'), null);
});

test('visit_ofRandomTrees_givesRectanglesInsideTheirParents', () => {
  for (let seed = 1; seed < 60; seed++) {
    const {tree, self} = treeOf(randomPaths(seed));
    const totals = flameTotals(tree, self);
    const lefts = flameLefts(tree, totals);
    const zoomed = seed % tree.size;
    const drawn = new Map();
    flameVisit(tree, totals, lefts, zoomed, 1000, 0, (node, level, left, right) => drawn.set(node, {level, left, right}));
    assert.equal(drawn.size, tree.depth[zoomed] + tree.end[zoomed] - zoomed);
    drawn.forEach(({level, left, right}, node) => {
      assert.equal(level, tree.depth[node]);
      const around = drawn.get(tree.parent[node]);
      assert.ok(left >= around.left - 1e-6 && right <= around.right + 1e-6);
      assert.equal(flameAt(tree, totals, lefts, zoomed, 1000, (left + right) / 2, level), node);
    });
    assert.equal(flameLevels(tree, totals, zoomed, 0), 1 + Math.max(...[...drawn.values()].map(each => each.level)));
  }
});

test('visit_ofNarrowStacks_leavesThemOutWithWhatIsInside', () => {
  const {tree, self} = treeOf([[[0], 990], [[1, 2], 10]]);
  const totals = flameTotals(tree, self);
  const drawn = [];
  flameVisit(tree, totals, flameLefts(tree, totals), 0, 90, 1, node => drawn.push(tree.frame[node]));
  assert.deepEqual(drawn, [-1, 0]);
});

test('find_ofAPath_isItsStackOrTheInnermostThereIs', () => {
  const {tree} = treeOf([[[0, 1, 2], 1], [[0, 3], 1]]);
  assert.deepEqual(flamePath(tree, flameFind(tree, [0, 3])), [0, 3]);
  assert.deepEqual(flamePath(tree, flameFind(tree, [0, 1, 9])), [0, 1]);
  assert.equal(flameFind(tree, [9]), 0);
  assert.deepEqual(flameAround(tree, flameFind(tree, [0, 1])).map(node => tree.frame[node]), [-1, 0, 1]);
});

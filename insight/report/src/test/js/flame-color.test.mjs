import assert from 'node:assert/strict';
import {test} from 'node:test';
import {flameMix, flamePackage, flameShortName, flameWaitPart} from '../../main/resources/io/stepprofiler/report/page/flame-color.js';
import {colorRgb} from '../../main/resources/io/stepprofiler/report/page/palette.js';
import {flameKinds} from '../../main/resources/io/stepprofiler/report/page/flame-data.js';

test('shortName_ofMethodsAndModules_isWithoutWhatIsAround', () => {
  assert.equal(flameShortName('org.acme.nn.Linear.forward', flameKinds.method), 'Linear.forward');
  assert.equal(flameShortName('encoder.layer0.mlp', flameKinds.module), 'mlp');
  assert.equal(flameShortName('net/dense', flameKinds.module), 'dense');
  assert.equal(flameShortName('aten::mm.out', flameKinds.scope), 'aten::mm.out');
});

test('package_isItsFirstPartsWithoutTheClass', () => {
  assert.equal(flamePackage('org.acme.nn.deep.Linear.forward'), 'org.acme.nn');
  assert.equal(flamePackage('Main.main'), 'Main');
});

test('waitPart_isWhatTheStepsCallIt', () => {
  assert.equal(flameWaitPart(flameKinds.dataLoading, 'next batch'), 'DATA_WAIT');
  assert.equal(flameWaitPart(flameKinds.wait, 'Monitor enter (Queue)'), 'LOCK');
  assert.equal(flameWaitPart(flameKinds.wait, 'File write'), 'INPUT_OUTPUT');
  assert.equal(flameWaitPart(flameKinds.wait, 'Park (Sync)'), 'PARK');
});

test('rgb_ofComputedColours_isTheirThreeParts', () => {
  assert.deepEqual(colorRgb('rgb(1, 2, 3)'), [1, 2, 3]);
  assert.deepEqual(colorRgb('rgba(1, 2, 3, 0.5)'), [1, 2, 3]);
  assert.deepEqual(colorRgb('color(srgb 1 0 0.2)'), [255, 0, 51]);
  assert.deepEqual(flameMix([0, 100, 200], [100, 100, 100], 0.25), [75, 100, 125]);
});

// @ts-check
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {deviceBandwidth, deviceHidden, deviceKernelsLeftOut, hasDevices} from '../../main/resources/io/stepprofiler/report/page/devices.js';

test('bandwidth_ofBytesAndNanoseconds_isInGigabytes', () => {
  assert.equal(deviceBandwidth({bytes: 12e6, nanos: 2e6}), '6.00 GB/s');
  assert.equal(deviceBandwidth({bytes: 0, nanos: 2e6}), '');
  assert.equal(deviceBandwidth({bytes: 1, nanos: 0}), '');
});

test('hidden_ofCommunication_isAPartOfIt', () => {
  const use = {device: 'cuda:0', name: '', workShare: 1, parts: [], host: [], communicationNanos: 40, hiddenCommunicationNanos: 10};
  assert.match(deviceHidden(use), /^25.0 %/);
  assert.equal(deviceHidden({...use, communicationNanos: 0, hiddenCommunicationNanos: 0}), '');
});

test('devices_ofAReport_areThoseOfAnyWindow', () => {
  assert.equal(hasDevices({windows: [{devices: {use: []}}, {}]}), false);
  assert.equal(hasDevices({windows: [{}, {devices: {use: [{}]}}]}), true);
});

test('kernelsLeftOut_areThoseThatNoRowHas', () => {
  const window = {stepTime: {count: 3}, metrics: [{id: 'device.kernels', value: 31}], devices: {kernels: [{callsPerStep: 20 + 1 / 3}, {callsPerStep: 8 + 2 / 3}]}};
  assert.ok(Math.abs(deviceKernelsLeftOut(window) - 2) < 1e-9);
  assert.equal(deviceKernelsLeftOut({...window, metrics: [{id: 'device.kernels', value: 29}]}), 0);
  assert.equal(deviceKernelsLeftOut({...window, metrics: []}), 0);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {sourceAddress, sourcePlace} from '../../main/resources/io/stepprofiler/report/page/source.js';

test('the place of a frame is its file below the root of sources, and its line', () => {
  for (const [frame, file, line] of [
    ['com.acme.Train.step(Train.java:42)', 'com/acme/Train.java', '42'],
    ['com.acme.Train$Inner.<init>(Train.java:7)', 'com/acme/Train.java', '7'],
    ['app/my.module@1.2/com.acme.Net.apply(Net.kt:3)', 'com/acme/Net.kt', '3'],
    ['Main.main(Main.java:1)', 'Main.java', '1'],
    ['/home/me/a b/train.py(12): step', '/home/me/a b/train.py', '12'],
  ]) assert.deepEqual(sourcePlace(frame), {file, line});
  for (const frame of ['java.lang.Thread.sleep(Native Method)', 'aten::mm', '', 'a.B.c(B.java)', 'com.acme.Train.step(Tra…']) assert.equal(sourcePlace(frame), null);
});

test('the address of a frame is the template with the place, escaped', () => {
  const frame = 'com.acme.Train.step(Train.java:42)';
  assert.equal(sourceAddress('idea://open?file=/src/{file}&line={line}', frame, ''), 'idea://open?file=/src/com/acme/Train.java&line=42');
  assert.equal(sourceAddress('https://host/blob/{commit}/{file}#L{line}', frame, 'a1'), 'https://host/blob/a1/com/acme/Train.java#L42');
  assert.equal(sourceAddress('https://host/{file}', 'a.B.c(B&x=1#?.java:2)', ''), 'https://host/a/B%26x%3D1%23%3F.java');
});

test('no address is made without a place or a commit, nor one that runs code', () => {
  const frame = 'com.acme.Train.step(Train.java:42)';
  assert.equal(sourceAddress('https://host/{commit}/{file}', frame, ''), '');
  assert.equal(sourceAddress('', frame, ''), '');
  assert.equal(sourceAddress('https://host/{file}', 'a.B.c(Native Method)', ''), '');
  for (const scheme of ['javascript:alert(1)//{file}', ' JavaScript:{file}', 'java\nscript:{file}', 'data:text/html,{file}']) {
    assert.equal(sourceAddress(scheme, frame, ''), '', scheme);
  }
});

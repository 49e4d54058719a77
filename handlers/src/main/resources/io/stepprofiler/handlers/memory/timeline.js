'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  // Of one lightness but for the last, and told apart with common colour blindness by their order in the stack.
  const COLORS = ['#4878a8', '#8d6cab', '#57a89a', '#b9bec6', '#f0a04b', '#d9605a', '#c9b458', '#8a8f98'];
  const MARGIN = {left: 74, right: 18, top: 30, bottom: 34};
  const MOST_TICKS = 20;
  const shown = data.categories.map(() => true);
  const points = data.points;
  const first = points.length ? Math.min(0, points[0][0]) : 0;
  const stepEnd = data.steps.reduce((latest, step) => Math.max(latest, step[2]), first);
  const last = Math.max(stepEnd, points.length ? points[points.length - 1][0] : first, first + 1);
  let view = [first, last];
  let drag = null;

  const by = id => document.getElementById(id);
  const element = (tag, text, className) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  function bytes(value) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
    let unit = 0;
    while (Math.abs(value) >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return (unit === 0 ? String(Math.round(value)) : value.toFixed(2)) + ' ' + units[unit];
  }

  function time(nanos, range) {
    const [unit, name] = range >= 2e9 ? [1e9, 's'] : range >= 2e6 ? [1e6, 'ms'] : range >= 2e3 ? [1e3, 'µs'] : [1, 'ns'];
    const digits = Math.min(6, Math.max(0, Math.ceil(Math.log10(unit * 1000 / Math.max(range, 1)))));
    return (nanos / unit).toFixed(unit === 1 ? 0 : digits) + ' ' + name;
  }

  /** Index of the last point that is not after a time, or -1. */
  function pointAt(nanos) {
    let low = 0;
    let high = points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle][0] <= nanos) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  const total = point => data.categories.reduce((sum, any, c) => sum + (shown[c] ? point[c + 1] : 0), 0);

  /** Round distances between ticks: 1, 2 or 5 times a power of ten. */
  function tickStep(range, count) {
    const power = Math.pow(10, Math.floor(Math.log10(range / count)));
    return [1, 2, 5, 10].map(factor => factor * power).find(step => range / step <= count);
  }

  function byteTicks(most) {
    const step = Math.pow(2, Math.ceil(Math.log2(Math.max(most, 8) / 8)));
    const ticks = [];
    for (let value = 0; value <= most; value += step) ticks.push(value);
    return ticks;
  }

  function canvas(id) {
    const target = by(id);
    const ratio = window.devicePixelRatio || 1;
    const width = target.clientWidth;
    const height = target.clientHeight;
    target.width = Math.round(width * ratio);
    target.height = Math.round(height * ratio);
    const context = target.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
    return {context, width, height};
  }

  function scales(width, height) {
    const from = Math.max(0, pointAt(view[0]));
    const to = pointAt(view[1]);
    let most = 0;
    for (let i = from; i <= to; i++) most = Math.max(most, total(points[i]));
    const top = most > 0 ? most * 1.08 : 1;
    const inner = width - MARGIN.left - MARGIN.right;
    const floor = height - MARGIN.bottom;
    return {
      from,
      to,
      top,
      floor,
      x: nanos => MARGIN.left + (nanos - view[0]) / (view[1] - view[0]) * inner,
      y: value => floor - value / top * (floor - MARGIN.top),
      nanos: x => view[0] + Math.min(1, Math.max(0, (x - MARGIN.left) / inner)) * (view[1] - view[0]),
    };
  }

  function drawAreas() {
    const {context, width, height} = canvas('areas');
    const scale = scales(width, height);
    const right = width - MARGIN.right;
    axes(context, scale, right);
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, MARGIN.top, right - MARGIN.left, scale.floor - MARGIN.top);
    context.clip();
    const lower = new Map();
    data.categories.forEach((any, c) => {
      if (!shown[c]) return;
      const under = [];
      context.beginPath();
      let started = false;
      for (let i = scale.from; i <= scale.to; i++) {
        const x = Math.max(scale.x(points[i][0]), MARGIN.left);
        const next = i + 1 < points.length ? points[i + 1][0] : last;
        const end = Math.min(scale.x(next), right);
        const base = lower.get(i) || 0;
        const value = base + points[i][c + 1];
        under.push([x, end, base]);
        lower.set(i, value);
        const y = scale.y(value);
        if (started) context.lineTo(x, y); else context.moveTo(x, y);
        context.lineTo(end, y);
        started = true;
      }
      for (let i = under.length - 1; i >= 0; i--) {
        const y = scale.y(under[i][2]);
        context.lineTo(under[i][1], y);
        context.lineTo(under[i][0], y);
      }
      context.closePath();
      context.fillStyle = COLORS[c];
      context.fill();
    });
    context.restore();
    steps(context, scale, right);
    marks(context, scale, right);
  }

  function axes(context, scale, right) {
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    byteTicks(scale.top).forEach(value => {
      const y = Math.round(scale.y(value)) + .5;
      if (y < MARGIN.top) return;
      context.strokeStyle = '#e8ecf1';
      line(context, MARGIN.left, y, right, y);
      context.fillStyle = '#5b6675';
      context.textAlign = 'right';
      context.fillText(bytes(value).replace('.00 ', ' '), MARGIN.left - 8, y);
    });
    const range = view[1] - view[0];
    const step = tickStep(range, 8);
    context.textAlign = 'center';
    const firstTick = Math.ceil(view[0] / step);
    // Counted, for so far from zero that a step is less than a double can tell, adding it would go on for ever.
    for (let tick = 0; tick < MOST_TICKS && (firstTick + tick) * step <= view[1]; tick++) {
      const value = (firstTick + tick) * step;
      const x = scale.x(value);
      context.strokeStyle = '#c5ccd6';
      line(context, x, scale.floor, x, scale.floor + 4);
      const text = time(value, range);
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(x, right + MARGIN.right - half), scale.floor + 16);
    }
  }

  function line(context, x1, y1, x2, y2) {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }

  /** Where steps are too narrow for their labels not all of them are marked, or nothing else would be seen. */
  function steps(context, scale, right) {
    let free = 0;
    context.textAlign = 'left';
    context.strokeStyle = 'rgba(28, 36, 48, .38)';
    context.fillStyle = '#5b6675';
    data.steps.forEach(([number, start, end]) => {
      const text = 'step ' + number;
      const label = Math.max(scale.x(start), MARGIN.left) + 5;
      const labelEnd = label + context.measureText(text).width;
      if (end < view[0] || start > view[1] || label < free || labelEnd > right) return;
      const wide = scale.x(end) > labelEnd;
      context.setLineDash([3, 3]);
      (wide ? [start, end] : [start]).forEach(edge => {
        const x = Math.round(scale.x(edge)) + .5;
        if (x >= MARGIN.left && x <= right + 1) line(context, x, MARGIN.top - 14, x, scale.floor);
      });
      context.setLineDash([]);
      context.fillText(text, label, MARGIN.top - 10);
      free = labelEnd + (wide ? 0 : 30);
    });
  }

  function marks(context, scale, right) {
    data.outOfMemory.forEach(([nanos]) => {
      if (nanos < view[0] || nanos > view[1]) return;
      const x = scale.x(nanos);
      context.strokeStyle = '#b3261e';
      line(context, x, MARGIN.top, x, scale.floor);
      context.fillStyle = '#b3261e';
      context.textAlign = x > right - 100 ? 'right' : 'left';
      context.fillText(' out of memory ', x, MARGIN.top + 8);
    });
    const peak = data.peak;
    if (peak.bytes <= 0 || peak.nanos < view[0] || peak.nanos > view[1] || !shown.every(each => each)) return;
    const x = scale.x(peak.nanos);
    const y = scale.y(peak.bytes);
    context.fillStyle = '#1c2430';
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fill();
    const text = 'peak ' + bytes(peak.bytes);
    context.font = '600 12px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
    const width = context.measureText(text).width;
    const left = x + 12 + width > right ? x - 12 - width : x + 8;
    context.fillStyle = 'rgba(255, 255, 255, .85)';
    context.fillRect(left - 3, y - 9, width + 6, 17);
    context.fillStyle = '#1c2430';
    context.textAlign = 'left';
    context.fillText(text, left, y);
  }

  function drawOverlay(pointer) {
    const {context, width, height} = canvas('overlay');
    const tip = by('tip');
    const scale = scales(width, height);
    if (drag !== null && pointer) {
      context.fillStyle = 'rgba(72, 120, 168, .18)';
      context.fillRect(Math.min(drag, pointer.x), MARGIN.top, Math.abs(pointer.x - drag), scale.floor - MARGIN.top);
    }
    const inside = pointer && pointer.x >= MARGIN.left && pointer.x <= width - MARGIN.right;
    const nanos = inside ? scale.nanos(pointer.x) : 0;
    const index = inside ? pointAt(nanos) : -1;
    tip.hidden = index < 0;
    if (index < 0) return;
    context.strokeStyle = 'rgba(28, 36, 48, .6)';
    line(context, pointer.x, MARGIN.top, pointer.x, scale.floor);
    fillTip(tip, points[index], nanos);
    const left = pointer.x + tip.offsetWidth + 24 > width ? pointer.x - tip.offsetWidth - 14 : pointer.x + 14;
    tip.style.left = Math.max(0, left) + 'px';
    tip.style.top = Math.max(0, Math.min(pointer.y - 20, height - tip.offsetHeight)) + 'px';
  }

  function fillTip(tip, point, nanos) {
    const step = data.steps.find(([, start, end]) => start <= nanos && nanos < end);
    const head = element('div');
    head.append(element('span', time(nanos, view[1] - view[0])), element('span', step ? 'step ' + step[0] : ''));
    const sum = element('div', undefined, 'total');
    sum.append(element('span', 'total'), element('span', bytes(total(point))));
    tip.replaceChildren(head, sum);
    for (let c = data.categories.length - 1; c >= 0; c--) {
      if (!shown[c] || point[c + 1] === 0) continue;
      const row = element('div');
      const name = element('span');
      const swatch = element('i');
      swatch.style.background = COLORS[c];
      name.append(swatch, data.categories[c]);
      row.append(name, element('span', bytes(point[c + 1])));
      tip.append(row);
    }
  }

  function legend() {
    data.categories.forEach((name, c) => {
      const button = element('button');
      const swatch = element('i');
      swatch.style.background = COLORS[c];
      button.type = 'button';
      button.setAttribute('aria-pressed', 'true');
      button.title = 'Show or hide; the figure is that of the peak';
      button.append(swatch, name, element('small', bytes(data.peak.byCategory[c])));
      button.addEventListener('click', () => {
        shown[c] = !shown[c];
        button.setAttribute('aria-pressed', String(shown[c]));
        drawAreas();
        drawOverlay(null);
      });
      by('legend').append(button);
    });
  }

  function table(id, all, rows, empty) {
    // What is known of no row, such as call stacks, needs no column.
    const columns = all.filter(column => !rows.length || rows.some(row => column[1](row) !== ''));
    const head = element('tr');
    columns.forEach(column => head.append(element('th', column[0], column[2])));
    const target = by(id);
    target.append(element('thead'), element('tbody'));
    target.tHead.append(head);
    rows.forEach(row => {
      const line = element('tr', undefined, row.retention === 'grows' ? 'grows' : '');
      columns.forEach(column => {
        const cell = element('td', column[1](row), column[2]);
        if (column[3]) cell.style.paddingLeft = column[3](row) + 'px';
        line.append(cell);
      });
      target.tBodies[0].append(line);
    });
    if (!rows.length) {
      const cell = element('td', empty, 'none');
      cell.colSpan = columns.length;
      const line = element('tr');
      line.append(cell);
      target.tBodies[0].append(line);
    }
  }

  const stepText = number => number < 0 ? '–' : 'step ' + number;

  function tables() {
    const range = last - first;
    table('scopes', [
      ['Scope', row => row.name, '', row => row.depth * 18],
      ['Thread', row => row.thread, 'keep'],
      ['Since', row => time(row.start, range), 'number'],
      ['Allocated inside, alive', row => bytes(row.bytes), 'number'],
      ['Pieces', row => row.count, 'number'],
    ], data.peak.scopes, 'No scope was open.');
    if (data.peak.scopesLeftOut) by('scopes').after(element('p', data.peak.scopesLeftOut + ' more scopes'));
    table('largest', [
      ['Bytes', row => bytes(row.bytes), 'number'],
      ['Category', row => row.category, 'keep'],
      ['Allocated in', row => row.before ? 'before the window' : stepText(row.step), 'keep'],
      ['Scopes', row => row.path],
      ['Call stack begins', row => row.stackTop, 'code'],
    ], data.peak.largest, 'Nothing was allocated.');
    const leaks = data.leaks;
    by('leakline').textContent = bytes(leaks.bytes) + ' were allocated in the window, on any device, and not freed in it. '
        + 'What grows was allocated in step after step, of the ' + leaks.stepsOver
        + ' that are over; what the last step allocated may be freed by the next.';
    table('leaks', [
      ['', row => row.retention, 'keep'],
      ['Bytes a step', row => bytes(row.bytesPerStep), 'number'],
      ['Bytes', row => bytes(row.bytes), 'number'],
      ['Pieces', row => row.count, 'number'],
      ['Alive since', row => stepText(row.firstStep), 'keep'],
      ['Newest', row => stepText(row.lastStep), 'keep'],
      ['Device', row => row.device, 'keep'],
      ['Scopes', row => row.path],
      ['Call stack begins', row => row.stackTop, 'code'],
    ], leaks.places, 'Nothing: all that was allocated was freed.');
    if (leaks.leftOut) by('leaks').after(element('p', leaks.leftOut + ' more places'));
  }

  function head() {
    const title = 'Memory of ' + data.device + ', peak ' + bytes(data.peak.bytes);
    document.title = title;
    by('title').textContent = title;
    const parts = [
      data.trace ? 'trace ' + data.trace : '',
      (data.host || 'host') + ', process ' + data.pid,
      new Date(data.startEpochNanos / 1e6).toISOString(),
      data.partial ? 'partial window' : '',
    ];
    by('about').textContent = parts.filter(part => part).join(' · ');
    by('account').textContent = 'Memory events: ' + data.memoryAccount + '. All events: ' + data.account + '.';
    by('account').className = data.clean ? '' : 'odd';
    const thinned = data.moments > points.length
        ? points.length + ' of ' + data.moments + ' moments are drawn, among them the largest of each stretch. ' : '';
    const failures = data.outOfMemoryCount ? 'Out of memory: ' + data.outOfMemoryCount + '. ' : '';
    const left = data.stepsLeftOut ? data.stepsLeftOut + ' more steps are not marked. ' : '';
    by('sampling').textContent = thinned + failures + left + 'Drag to zoom, double-click to show all.';
  }

  function zoom(range) {
    view = range;
    by('reset').hidden = view[0] === first && view[1] === last;
    drawAreas();
    drawOverlay(null);
  }

  function listen() {
    const overlay = by('overlay');
    const place = event => {
      const box = overlay.getBoundingClientRect();
      return {x: event.clientX - box.left, y: event.clientY - box.top};
    };
    overlay.addEventListener('pointermove', event => drawOverlay(place(event)));
    overlay.addEventListener('pointerleave', () => {
      if (drag === null) drawOverlay(null);
    });
    overlay.addEventListener('pointerdown', event => {
      drag = place(event).x;
      overlay.setPointerCapture(event.pointerId);
    });
    overlay.addEventListener('pointerup', event => {
      const from = drag;
      const to = place(event).x;
      drag = null;
      if (from !== null && Math.abs(to - from) > 4) {
        const scale = scales(overlay.clientWidth, overlay.clientHeight);
        const ends = [scale.nanos(from), scale.nanos(to)].sort((a, b) => a - b);
        if (ends[1] - ends[0] >= 10) zoom(ends);
      }
      drawOverlay(place(event));
    });
    overlay.addEventListener('pointercancel', () => {
      drag = null;
      drawOverlay(null);
    });
    overlay.addEventListener('dblclick', () => zoom([first, last]));
    by('reset').addEventListener('click', () => zoom([first, last]));
    window.addEventListener('resize', () => {
      drawAreas();
      drawOverlay(null);
    });
  }

  head();
  legend();
  tables();
  listen();
  drawAreas();
})();

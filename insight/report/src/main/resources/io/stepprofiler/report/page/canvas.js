// @ts-check
import {h} from './dom.js';

/**
 * A canvas that fills the width of its place. It is redrawn, at most once per frame, on request and when its size or
 * the theme changes.
 * @param {HTMLElement} root
 * @param {{height: number, label: string, draw: (ctx: CanvasRenderingContext2D, width: number, height: number) => void,
 *     role?: string, focus?: boolean}} options height in CSS pixels; the role is `img` if there is none
 */
export function canvasChart(root, options) {
  const canvas = /** @type {HTMLCanvasElement} */ (h('canvas', {
    class: 'chart', role: options.role ?? 'img', 'aria-label': options.label, tabindex: options.focus ? 0 : null,
  }));
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', {alpha: true}));
  let height = options.height;
  let isAsked = false;

  function draw() {
    isAsked = false;
    const width = canvas.clientWidth;
    if (width === 0) return;
    const scale = devicePixelRatio || 1;
    const pixels = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== pixels[0]) canvas.width = pixels[0];
    if (canvas.height !== pixels[1]) canvas.height = pixels[1];
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, width, height);
    options.draw(ctx, width, height);
  }

  function redraw() {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(draw);
  }

  /** @param {number} pixels */
  function setHeight(pixels) {
    height = pixels;
    canvas.style.height = `${pixels}px`;
    redraw();
  }

  setHeight(height);
  root.append(canvas);
  const observer = new ResizeObserver(redraw);
  observer.observe(canvas);
  // At once, because printing does not wait for a frame.
  const onTheme = () => (canvas.isConnected ? draw() : document.removeEventListener('themechange', onTheme));
  document.addEventListener('themechange', onTheme);
  return {canvas, redraw, setHeight};
}

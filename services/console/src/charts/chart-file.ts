// Saves a chart as a file: the drawing with its computed colours, as SVG or, by way of a canvas, as PNG.

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** The properties of a drawing that style sheets set. */
const STYLED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'vector-effect',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

const PNG_SCALE = 2;

function writeStyle(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of STYLED) to.setAttribute(name, style.getPropertyValue(name));
  to.removeAttribute('class');
}

/** The background of a drawing: that of the first ancestor whose background is not transparent. */
function groundOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
  }
  return 'white';
}

/** A copy of the drawing that needs no style sheet, without the elements that are marked `data-live`. */
export function svgTextOf(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const twins = [...copy.querySelectorAll('*')];
  [...svg.querySelectorAll('*')].forEach((from, index) => {
    const to = twins[index];
    if (to) writeStyle(from, to);
  });
  for (const live of copy.querySelectorAll('[data-live]')) live.remove();
  const name = document.createElementNS(NAMESPACE, 'title');
  name.textContent = title;
  const ground = document.createElementNS(NAMESPACE, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', groundOf(svg));
  copy.prepend(name, ground);
  // in pixels, because rem has no meaning outside the page
  copy.setAttribute('width', String(svg.viewBox.baseVal.width));
  copy.setAttribute('height', String(svg.viewBox.baseVal.height));
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  copy.setAttribute('xmlns', NAMESPACE);
  return new XMLSerializer().serializeToString(copy);
}

/** Draws an SVG on a canvas of `scale` times its size; rejects when the browser cannot. */
export async function pngOf(
  svgText: string,
  size: { width: number; height: number },
  scale = PNG_SCALE,
): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText], { type: 'image/svg+xml' }));
  try {
    const image = new Image(size.width, size.height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = size.width * scale;
    canvas.height = size.height * scale;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Saves a file as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // the download has begun by then; a second is ample
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

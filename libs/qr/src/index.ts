// QR codes of short links: the modules, the design, and its drawing as SVG or as pixels. Runs in a browser as well.

export { ERROR_LEVELS, makeQrCode, type ErrorLevel, type QrCode } from './qr-code';
export {
  contrastOf,
  DEFAULT_DESIGN,
  DESIGN_LIMITS,
  levelOf,
  MODULE_SHAPES,
  refusalOfDesign,
  type DesignRefusal,
  type ModuleShape,
  type QrDesign,
} from './qr-design';
export { inkRowsOf } from './qr-raster';
export { svgOf, type QrLogo } from './qr-svg';

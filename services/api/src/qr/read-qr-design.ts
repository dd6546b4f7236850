// Reads the design of a QR code from the query of its address. Omitted fields are as in the default design.

import {
  DEFAULT_DESIGN,
  DESIGN_LIMITS,
  ERROR_LEVELS,
  MODULE_SHAPES,
  refusalOfDesign,
  type QrDesign,
} from '@kurz/qr';
import { refuse, type Refusal } from '../errors/refusal';

type Query = Readonly<Record<string, string | string[]>>;

const CHOICES: Readonly<Record<'level' | 'shape', readonly string[]>> = {
  level: ERROR_LEVELS,
  shape: MODULE_SHAPES,
};

/** Colours come as `1a2b3c`: a `#` would begin the URL's fragment. A percent-encoded `#` is accepted as well. */
const withHash = (text: string) => (text.startsWith('#') ? text : `#${text}`);

function valuesOf(query: Query): Partial<Record<keyof QrDesign, string>> | Refusal {
  const values: Record<string, string> = {};
  for (const field of ['size', 'margin', 'level', 'dark', 'light', 'shape'] as const) {
    const sent = query[field];
    if (Array.isArray(sent)) return refuse('VALIDATION_FAILED', { field, reason: 'repeated' });
    if (sent !== undefined && sent !== '') values[field] = sent;
  }
  return values;
}

function refusalOf(design: QrDesign): Refusal | undefined {
  const invalid = (params: Parameters<typeof refuse>[1] & object) => refuse('VALIDATION_FAILED', params);
  const refused = refusalOfDesign(design);
  if (!refused) return undefined;
  switch (refused.kind) {
    case 'bad_colour':
      return invalid({ field: refused.field, reason: 'not_a_colour' });
    case 'inverted':
      return invalid({ field: 'dark', reason: 'lighter_than_ground' });
    case 'low_contrast':
      return invalid({ field: 'dark', reason: 'low_contrast', contrast: refused.contrast.toFixed(1) });
    case 'out_of_range': {
      if (refused.field === 'logoShare') throw new Error('an address has no logo');
      const { min, max } = DESIGN_LIMITS[refused.field];
      return invalid({ field: refused.field, reason: 'out_of_range', min, max });
    }
  }
}

export function readQrDesign(query: Query): { kind: 'design'; design: QrDesign } | Refusal {
  const values = valuesOf(query);
  if ('kind' in values) return values;
  for (const field of ['level', 'shape'] as const) {
    if (values[field] !== undefined && !CHOICES[field].includes(values[field]))
      return refuse('VALIDATION_FAILED', { field, reason: 'not_offered' });
  }
  for (const field of ['size', 'margin'] as const) {
    if (values[field] !== undefined && !/^\d{1,5}$/.test(values[field]))
      return refuse('VALIDATION_FAILED', { field, reason: 'not_a_number' });
  }
  const { size, margin, level, shape, dark, light } = values;
  const design: QrDesign = {
    ...DEFAULT_DESIGN,
    ...(size !== undefined && { size: Number(size) }),
    ...(margin !== undefined && { margin: Number(margin) }),
    level: ERROR_LEVELS.find((one) => one === level) ?? DEFAULT_DESIGN.level,
    shape: MODULE_SHAPES.find((one) => one === shape) ?? DEFAULT_DESIGN.shape,
    ...(dark !== undefined && { dark: withHash(dark).toLowerCase() }),
    ...(light !== undefined && { light: withHash(light).toLowerCase() }),
  };
  return refusalOf(design) ?? { kind: 'design', design };
}

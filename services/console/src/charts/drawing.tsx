import type { ReactNode } from 'react';
import { lengthOf } from './width';

type Props = { width: number; height: number; children: ReactNode };

/** The picture of a chart. `width` and `height` are in units. */
export const Drawing = ({ width, height, children }: Props) => (
  <svg className="chart" width={lengthOf(width)} height={lengthOf(height)} viewBox={`0 0 ${width} ${height}`}>
    {children}
  </svg>
);

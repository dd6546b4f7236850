import type { ReactNode } from 'react';
import { lengthOf } from './width';

type Props = { width: number; height: number; children: ReactNode };

/** The picture of a chart, so many units wide and high. */
export const Drawing = ({ width, height, children }: Props) => (
  <svg className="chart" width={lengthOf(width)} height={lengthOf(height)} viewBox={`0 0 ${width} ${height}`}>
    {children}
  </svg>
);

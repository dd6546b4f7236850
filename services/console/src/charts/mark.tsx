// The mark of a line. Each kind has its own shape, so that lines can be told apart without colour.

const SHAPES = {
  human: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z',
  scan: 'M-3.5-3.5h7v7h-7Z',
  bot: 'M0-4.5 4.5 3.5h-9Z',
  earlier: 'M0-5 5 0 0 5-5 0Z',
} as const;

/** A hollow mark is for a value that may still grow. */
type Props = { kind: keyof typeof SHAPES; x: number; y: number; isHollow?: boolean };

export function Mark({ kind, x, y, isHollow = false }: Props) {
  return (
    <path
      className={isHollow ? 'mark mark-hollow' : 'mark'}
      d={SHAPES[kind]}
      transform={`translate(${x} ${y})`}
    />
  );
}

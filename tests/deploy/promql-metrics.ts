// Parses PromQL as Prometheus's own editor does, and returns the metrics that an expression reads.

type Node = {
  name: string;
  type: { isError: boolean };
  from: number;
  to: number;
  node: { parent: { name: string } | null };
};
type Parser = { parse: (text: string) => { iterate: (visitor: { enter: (node: Node) => void }) => void } };

// its types are those of its ES module, which a CommonJS test cannot import; what Jest loads is its CommonJS half
const { parser } = jest.requireActual<{ parser: Parser }>('@prometheus-io/lezer-promql');

export type Promql = { kind: 'expression'; metrics: string[] } | { kind: 'faulty'; near: string };

export function promqlOf(expression: string): Promql {
  const metrics: string[] = [];
  let fault: string | undefined;
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to, node }) => {
      if (type.isError) fault ??= expression.slice(Math.max(0, from - 20), to + 20);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        metrics.push(expression.slice(from, to));
    },
  });
  return fault === undefined ? { kind: 'expression', metrics } : { kind: 'faulty', near: fault };
}

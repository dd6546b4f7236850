// Makes values.yaml and values.schema.json of the chart from its values (chart-values.mjs).

import { dump } from 'js-yaml';

const yamlLines = (fields, indent) =>
  Object.entries(fields).flatMap(([key, { comment, fields: inner, byDefault }]) => [
    ...(comment ? [`${indent}# ${comment}`] : []),
    ...(inner
      ? [`${indent}${key}:`, ...yamlLines(inner, `${indent}  `)]
      : dump({ [key]: byDefault }, { lineWidth: -1, noRefs: true })
          .trimEnd()
          .split('\n')
          .map((line) => indent + line)),
  ]);

export const valuesText = (values) =>
  `# Defaults are those of deploy/kubernetes/base. Unknown names are refused.\n${yamlLines(values, '').join('\n')}\n`;

const schemaOf = (fields, more = {}) => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(fields).map(([key, { fields: inner, schema }]) => [
        key,
        inner ? schemaOf(inner) : schema,
      ]),
    ),
    ...more,
  },
  additionalProperties: false,
});

export const schemaText = (values) => {
  // Helm itself adds `global` to the values of a subchart
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schemaOf(values, { global: { type: 'object' } }),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
};

// Every example of an OpenAPI document, with the place of the schema that it is an example of.

import { isNode, type DocumentNode } from '../../../services/api/src/openapi/document-node';
import { openapiDocument, type Prefix } from '../../../services/api/src/openapi/openapi-document';
import { operations } from '../../../services/api/src/openapi/operations';
import { at, top, type Place } from './described-place';

/** `schema`: the place of the example's schema. */
export type DescribedExample = {
  title: string;
  schema: Pick<Place, 'prefix' | 'pointer'>;
  value: unknown;
};

const namesOf = (node: unknown) => (isNode(node) ? Object.keys(node) : []);

function examplesOfMedia(title: string, media: Place | undefined): DescribedExample[] {
  return namesOf(at(media, 'examples')?.node).flatMap((name) => {
    const example = at(media, 'examples', name)?.node;
    const value: unknown = isNode(example) ? example['value'] : undefined;
    if (!media) return [];
    const schema = { prefix: media.prefix, pointer: `${media.pointer}/schema` };
    return [{ title: `${title} › ${name}`, schema, value }];
  });
}

function examplesOfContent(title: string, holder: Place | undefined): DescribedExample[] {
  const content = at(holder, 'content');
  return namesOf(content?.node).flatMap((type) => examplesOfMedia(`${title} ${type}`, at(content, type)));
}

const operationAt = (prefix: Prefix, path: string, method: string) => at(top(prefix), 'paths', path, method);
const operationsOf = (prefix: Prefix) => operations(openapiDocument(prefix));

/** `operation`: such as `POST /urls`. */
export function requestExamples(
  prefix: Prefix = '/v1',
): (DescribedExample & { method: string; path: string })[] {
  return operationsOf(prefix).flatMap(({ method, path }) => {
    const title = `${method.toUpperCase()} ${path}`;
    const examples = examplesOfContent(title, at(operationAt(prefix, path, method), 'requestBody'));
    return examples.map((example) => ({ ...example, method: method.toUpperCase(), path }));
  });
}

export function responseExamples(prefix: Prefix = '/v1'): DescribedExample[] {
  return operationsOf(prefix).flatMap(({ method, path }) => {
    const responses = at(operationAt(prefix, path, method), 'responses');
    return namesOf(responses?.node).flatMap((status) =>
      examplesOfContent(`${method.toUpperCase()} ${path} ${status}`, at(responses, status)),
    );
  });
}

/** Examples of parameters and headers, wherever they are: `example` beside `schema`. */
export function inlineExamples(
  prefix: Prefix = '/v1',
): { title: string; schema: DocumentNode; value: unknown }[] {
  const found: { title: string; schema: DocumentNode; value: unknown }[] = [];
  const visit = (node: unknown, title: string): void => {
    if (Array.isArray(node)) return node.forEach((entry, index) => visit(entry, `${title}/${index}`));
    if (!isNode(node)) return;
    const { schema, example } = node;
    if (isNode(schema) && example !== undefined) found.push({ title, schema, value: example });
    for (const [name, child] of Object.entries(node)) visit(child, `${title}/${name}`);
  };
  visit(openapiDocument(prefix), '#');
  return found;
}

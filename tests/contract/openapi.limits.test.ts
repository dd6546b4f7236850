// The OpenAPI file states the rate limit rule of docs/design.md, which the allowance tests verify.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isNode } from '../../services/api/src/openapi/document-node';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';

const RULE =
  "a person's tokens share one allowance of their own, as high as the plan of the workspace they act in.";
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test('the file says whose allowance a user token takes from, as the design does', () => {
  const { info } = openapiDocument();
  expect(oneLine(String(isNode(info) && info['description']))).toContain(RULE);
  const design = path.join(__dirname, '..', '..', 'docs', 'design.md');
  expect(oneLine(readFileSync(design, 'utf8'))).toContain(RULE);
});

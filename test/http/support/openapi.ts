import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createOpenApiDocument } from '../../../api/http/openapi.ts';
import type { Call } from '../../../contract/call.ts';
import { calls } from '../../../contract/calls.ts';

const DOCUMENT_ID = 'openapi';

/** Escapes one reference token of a JSON pointer for use in a URI fragment (RFC 6901, sections 3 and 6). */
const encodePointerPart = (text: string): string =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv.addSchema(createOpenApiDocument(calls, 'http://127.0.0.1'), DOCUMENT_ID);
}

let ajv: Ajv2020 | undefined;

function getValidator(...parts: readonly string[]): ValidateFunction {
  ajv ??= createAjv();
  const uri = `${DOCUMENT_ID}#/${parts.map(encodePointerPart).join('/')}`;
  const validate = ajv.getSchema(uri);
  if (!validate) throw new Error(`the OpenAPI document has no schema at ${uri}`);
  return validate;
}

function listValidationProblems(validate: ValidateFunction, body: unknown): readonly string[] {
  return validate(body)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const getResponseValidator = ({ path, method }: Call, status: number): ValidateFunction =>
  getValidator(
    ...['paths', path, method.toLowerCase()],
    ...['responses', String(status), 'content', 'application/json', 'schema'],
  );

/**
 * Lists the differences between a JSON response and its schema in the OpenAPI document.
 * @throws Error when the document does not declare the status for the call
 */
export const listResponseViolations = (call: Call, status: number, body: unknown): readonly string[] =>
  listValidationProblems(getResponseValidator(call, status), body);

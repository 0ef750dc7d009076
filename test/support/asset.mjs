/** Module that replaces style sheets and pictures in web client tests. */
export default {};

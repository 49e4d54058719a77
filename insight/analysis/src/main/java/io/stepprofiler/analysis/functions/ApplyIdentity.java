package io.stepprofiler.analysis.functions;

import java.util.List;

/**
 * Identity of an {@link Apply}.
 *
 * @param operation what it does
 * @param path the scopes and modules around it in the call, from the outside
 * @param site the innermost frame of the call stack it is called from; empty if not recorded
 * @param occurrence number of equal nodes before it in a call; {@link #FURTHER} for the sum of further executions
 */
record ApplyIdentity(OperationSignature operation, List<String> path, String site, int occurrence) {
    static final int FURTHER = -1;
}

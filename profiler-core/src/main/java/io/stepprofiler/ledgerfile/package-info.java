/** The file of the step ledger while a profile runs: ended steps go from the rings of the process to the disk. */
@NullMarked
package io.stepprofiler.ledgerfile;

import org.jspecify.annotations.NullMarked;

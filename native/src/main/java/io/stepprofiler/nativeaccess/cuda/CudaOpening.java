package io.stepprofiler.nativeaccess.cuda;

import java.util.Optional;

/**
 * A window that has been opened, or why it has not been.
 *
 * @param window the window; empty if none could be opened
 * @param reason why not; empty if it has been
 */
public record CudaOpening(Optional<CudaWindow> window, String reason) {}

package io.stepprofiler.nativeaccess.cuda;

import java.util.Optional;

/**
 * Opened window, or the reason why it could not be opened.
 *
 * @param window the window; empty if none could be opened
 * @param reason reason of the failure; empty if a window was opened
 */
public record CudaOpening(Optional<CudaWindow> window, String reason) {}

/** The messages of XSpace files, as protoc makes them of {@code xplane.proto}. */
@NullMarked
package io.stepprofiler.readers.xspace.proto;

import org.jspecify.annotations.NullMarked;

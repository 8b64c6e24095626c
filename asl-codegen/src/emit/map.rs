//! Map states with more than a row can say: their items, and what each iteration is given (MAP-10).

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::emit::action::index;
use crate::emit::body::Body;
use crate::emit::literal;
use crate::ir::{Amount, Batcher, Map, Reader, Template, Writer};

/// Everything up to the iterations, or up to the call of the reader.
pub(super) fn enter_map(body: &mut Body, map: &Map) {
    if let Some(reader) = &map.reader {
        iterations(body, map);
        read(body, reader);
        return;
    }
    // IO-10: the items come before the limits.
    items(body, map, document(map));
    iterations(body, map);
    run(body, map);
}

/// What a Map with a reader does with its items.
pub(super) fn iterate_map(map: &Map) -> Option<Body> {
    map.reader.as_ref()?;
    let mut body = Body::default();
    if map.items.is_some() {
        items(&mut body, map, quote!(items));
    }
    run(&mut body, map);
    Some(body)
}

/// The document in which the items are found, of a Map without a reader. A selector with paths reads
/// it once more for every item, and what comes between may read it, too.
fn document(map: &Map) -> TokenStream {
    let mut templates = map.templates().chain(&map.selector);
    if map.amounts().next().is_some() || templates.any(|template| !template.is_constant()) {
        quote!(input.clone())
    } else {
        quote!(input)
    }
}

/// `let items`, in `document`.
fn items(body: &mut Body, map: &Map, document: TokenStream) {
    let items = match &map.items {
        Some(items) => {
            let name = body.path("ITEMS_PATH", items);
            quote!(visit.items_path(&#name, #document)?)
        }
        None => document,
    };
    body.step(quote!(let items = #items;));
}

/// The iterations over `items`.
fn run(body: &mut Body, map: &Map) {
    let selector = map.selector.as_ref().map(|template| {
        if template.is_constant() {
            let name = body.constant("ITEM_SELECTOR", template);
            return quote!(|_| Ok(#name.get()));
        }
        let name = body.template("ITEM_SELECTOR", template);
        quote!(|visit| { visit.template("ItemSelector", &#name, &input) })
    });
    body.step(match selector {
        None => quote!(visit.iterate_plain(iterations, items)),
        Some(selector) => quote!(visit.iterate(iterations, items, #selector)),
    });
}

/// `let iterations`: only what differs from unlimited iterations is spelled out.
fn iterations(body: &mut Body, map: &Map) {
    let branch = index(map.branch);
    let base = match &map.distributed {
        Some(map_run) => quote!(Iterations::distributed(#branch, #map_run)),
        None => quote!(Iterations::inline(#branch)),
    };
    let mut fields = TokenStream::new();
    if map.max_concurrency != Amount::Known(0) {
        let most = counted(body, &map.max_concurrency, "count", "MaxConcurrencyPath");
        fields.extend(quote!(max_concurrency: #most,));
    }
    if let Some(tolerated) = &map.tolerated_count {
        let tolerated = counted(body, tolerated, "count", "ToleratedFailureCountPath");
        fields.extend(quote!(tolerated_count: Some(#tolerated),));
    }
    if let Some(tolerated) = &map.tolerated_percentage {
        let tolerated = percentage(body, tolerated);
        fields.extend(quote!(tolerated_percentage: Some(#tolerated),));
    }
    if let Some(batcher) = &map.batcher {
        let batches = batches(body, batcher);
        fields.extend(quote!(batches: Some(#batches),));
    }
    if let Some(writer) = &map.writer {
        let results = results(body, writer);
        fields.extend(quote!(results: Some(#results),));
    }
    body.step(if fields.is_empty() {
        quote!(let iterations = #base;)
    } else {
        quote!(let iterations = Iterations { #fields ..#base };)
    });
}

/// `ItemReader` (MAP-30): the effect that reads.
fn read(body: &mut Body, reader: &Reader) {
    let max_items = match &reader.max_items {
        None => quote!(None),
        Some(Amount::Known(most)) => {
            let most = Literal::u64_unsuffixed(*most);
            quote!(Some(#most))
        }
        Some(Amount::Path(selector)) => {
            let name = body.path("MAX_ITEMS_PATH", selector);
            quote!(visit.max_items(&#name, &input)?)
        }
    };
    body.step(quote!(let max_items = #max_items;));
    let parameters = parameters(body, reader.parameters.as_ref(), "READER_PARAMETERS");
    body.step(quote!(let parameters = #parameters;));
    let config = body.constant("READER_CONFIG", &reader.config);
    let (task, resource) = (index(reader.task), &reader.resource);
    body.step(quote! {
        let reader = Reader {
            task: #task,
            resource: #resource,
            parameters,
            config: #config.get(),
            max_items,
        };
        Ok(visit.read_items(reader, input, iterations))
    });
}

/// `Batches` (MAP-40).
fn batches(body: &mut Body, batcher: &Batcher) -> TokenStream {
    let mut limit = |limit: &Option<Amount<u64>>, field| match limit {
        Some(limit) => {
            let limit = counted(body, limit, "limit", field);
            quote!(Some(#limit))
        }
        None => quote!(None),
    };
    let max_items = limit(&batcher.max_items, "MaxItemsPerBatchPath");
    let max_bytes = limit(&batcher.max_bytes, "MaxInputBytesPerBatchPath");
    let input = match &batcher.input {
        Some(template) => {
            let value = value(body, template, "BATCH_INPUT", "BatchInput");
            quote!(Some(#value))
        }
        None => quote!(None),
    };
    quote!(Batches { max_items: #max_items, max_bytes: #max_bytes, input: #input })
}

/// `Results` (MAP-70).
fn results(body: &mut Body, writer: &Writer) -> TokenStream {
    let flatten = writer.flatten;
    let writer = match &writer.resource {
        Some(_) => {
            let parameters = parameters(body, writer.parameters.as_ref(), "WRITER_PARAMETERS");
            let config = body.constant("WRITER_CONFIG", &writer.config);
            let task = index(writer.task);
            quote!(Some(Writer { task: #task, parameters: #parameters, config: #config.get() }))
        }
        None => quote!(None),
    };
    quote!(Results { flatten: #flatten, writer: #writer })
}

fn parameters(body: &mut Body, template: Option<&Template>, name: &str) -> TokenStream {
    match template {
        Some(template) => value(body, template, name, "Parameters"),
        None => quote!(visit.empty()),
    }
}

/// The value of a template on `input`.
fn value(body: &mut Body, template: &Template, name: &str, field: &str) -> TokenStream {
    if template.is_constant() {
        let name = body.constant(name, template);
        return quote!(#name.get());
    }
    let name = body.template(name, template);
    quote!(visit.template(#field, &#name, &input)?)
}

/// A number that is known, or what the operation `read` finds behind its path.
fn counted(body: &mut Body, amount: &Amount<u64>, read: &str, field: &str) -> TokenStream {
    match amount {
        Amount::Known(value) => {
            let value = count(*value);
            quote!(#value)
        }
        Amount::Path(selector) => {
            let constant = crate::naming::snake_case(field).to_uppercase();
            let name = body.path(&constant, selector);
            let read = Ident::new(read, Span::call_site());
            quote!(visit.#read(&#name, &input, #field)?)
        }
    }
}

fn percentage(body: &mut Body, amount: &Amount<f64>) -> TokenStream {
    match amount {
        Amount::Known(value) => literal::float(*value),
        Amount::Path(selector) => {
            let field = "ToleratedFailurePercentagePath";
            let name = body.path("TOLERATED_FAILURE_PERCENTAGE_PATH", selector);
            quote!(visit.percentage(&#name, &input, #field)?)
        }
    }
}

/// No Map has more items, and it is a `usize` everywhere.
pub(super) fn count(count: u64) -> Literal {
    Literal::u32_unsuffixed(u32::try_from(count).unwrap_or(u32::MAX))
}
